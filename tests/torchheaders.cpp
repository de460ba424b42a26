// A home for the precompiled header of the tests that see torch.
int main()
{
    return 0;
}
