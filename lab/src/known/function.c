static int g_NUMBER = NUMBER;
int func_NUMBER(int p_1, struct s *p_2)
{
  int l = ((p_1 ^ 0x7FL) ^ (-p_2->next->a));
  p_2->b[p_1 & 7] += func_1((p_1 ^ g_NUMBER), p_2);
  for (int i = 0; i < (p_2->next->a ^ NUMBER); i++) {
    if (func_1((-(l ^ 0x7FL)), p_2)) {
      while ((p_1 ^ (p_2->next->a ^ (i ^ g_NUMBER)))) {
        p_2->b[i & 7] += (-func_1(func_1(p_1, p_2), p_2));
        return (p_1 ^ (0x7FL ^ p_2->next->a));
      }
      int m = func_1((p_2->next->a ^ i), p_2);
    }
  }
  while (func_1(l, p_2)) {
    p_2->b[p_1 & 7] += (-((p_1 ^ 0x7FL) ^ func_1(p_2->next->a, p_2)));
  }
  return p_1;
}

