import { acceptedLanguages, isLanguage, type Language, languageFor } from '@cheyi/domain/language'
import { cookieOf } from '../../../kernel/http/cookie.ts'

/* The language of a booking page: the one that its reader chose on it, else the first of the browser that there is. */

const COOKIE = 'cheyi_language'
const SECONDS = 365 * 86_400

interface Headers {
  readonly cookie?: string | undefined
  readonly 'accept-language'?: string | undefined
}

/** The language of a reader. */
export function languageOf(headers: Headers): Language {
  const kept = cookieOf({ headers }, COOKIE)
  return isLanguage(kept) ? kept : languageFor(acceptedLanguages(headers['accept-language']))
}

/** The cookie that keeps a choice for the pages of one merchant. @param name the last part of their address */
export const languageCookie = (language: Language, name: string, secure: boolean): string =>
  `${COOKIE}=${language}; Path=/s/${name}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
