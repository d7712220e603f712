import { mobileProblem } from '@cheyi/domain/check/mobile'

/** A mobile as it is read, `186 2107 0937`; anything but digits is dropped, and so is a country code. */
export function spaced(text: string): string {
  const digits = text
    .replace(/^\s*(\+|00)86/, '')
    .replaceAll(/\D/g, '')
    .slice(0, 11)
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join(' ')
}

/** The mobile as it travels. */
export const bare = (mobile: string): string => mobile.replaceAll(' ', '')

const codeProblem = (code: string): string | null =>
  code === '' ? '请输入验证码' : /^\d{6}$/.test(code) ? null : '请输入6位验证码'

/** How the fields of the forms that sign people in are judged before anything is sent. */
const checks = {
  mobile: (mobile: string) => mobileProblem(bare(mobile)),
  password: (password: string) => (password === '' ? '请输入密码' : null),
  code: codeProblem,
  agree: (agree: boolean) => (agree ? null : '请先阅读并同意协议'),
} as const

type Checked = { readonly [K in keyof typeof checks]?: Parameters<(typeof checks)[K]>[0] }
export type EntryErrors = { readonly [K in keyof Checked]?: string }

/** What is missing or wrong, by field; only of the fields that are there. */
export function entryErrors(entered: Checked): EntryErrors {
  const found = Object.entries(entered)
    .filter(([name]) => name in checks)
    .map(
      ([name, value]) => [name, (checks[name as keyof Checked] as (value: unknown) => string | null)(value)] as const,
    )
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}
