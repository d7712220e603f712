/**
 * Whether a password is one of those that everybody tries first (zxcvbn's ranked list, 49,000 of leaked ones). Only what
 * passes the other rules is kept: of the list a few thousand, so it costs little to hold.
 */
export async function isCommon(password: string): Promise<boolean> {
  common ??= load()
  return (await common).has(password.toLowerCase())
}

let common: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed = dictionary['passwords-common'] as readonly string[]
  return new Set(listed.filter((password) => password.length >= 8 && /[a-z]/i.test(password) && /\d/.test(password)))
}
