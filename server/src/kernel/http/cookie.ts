/** The value of a cookie that the browser sent; undefined without it. Whoever reads it checks what it may be. */
export const cookieOf = (
  { headers }: { readonly headers: { readonly cookie?: string | undefined } },
  name: string,
): string | undefined =>
  headers.cookie
    ?.split(/;\s*/)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)
