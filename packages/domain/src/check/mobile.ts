/** Mainland mobile, the only one that can sign in and receive our messages. */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text)

/** Contact phone of a customer: a mainland mobile, or `+` and an international number. */
export const isContactPhone = (text: string): boolean => isMobile(text) || /^\+[1-9]\d{6,14}$/.test(text)

/** Spaces and hyphens that people put between the groups are taken off. */
export const normalisePhone = (text: string): string => text.replace(/[\s-]/g, '')

/** What to tell whoever typed the contact phone of a customer; null when it is right. */
export function contactPhoneProblem(text: string): string | null {
  if (text === '') return '请输入手机号'
  return isContactPhone(text) ? null : '请输入正确的手机号'
}
