/* The name of a merchant's booking page in its address: /s/<name>. */

export const SHORTEST_NAME = 3
export const LONGEST_NAME = 30

/** Names that would look like a page of the product itself. */
const reserved: readonly string[] = ['admin', 'api', 'app', 'assets', 'cheyi', 'help', 'login', 'open', 'site', 'www']

/** Why a name cannot be used; null when it can. */
export function siteNameFault(name: string): string | null {
  if (name.length < SHORTEST_NAME || name.length > LONGEST_NAME)
    return `网址应为${SHORTEST_NAME}至${LONGEST_NAME}个字符`
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return '网址只能用小写字母、数字和短横线，且不能以短横线开头或结尾'
  return reserved.includes(name) ? '该网址为系统保留，请换一个' : null
}

/** The name of a page whose merchant has not chosen one. */
export const proposedName = (merchantId: string): string => `r${BigInt(merchantId).toString(36).padStart(4, '0')}`
