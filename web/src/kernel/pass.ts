import { readStored, writeStored } from './stored.ts'

/*
 * Whoever opened a page by a customer's link and typed the code of their phone has a pass for it, which goes along with every call
 * and file of that page. It is kept on the phone until it ends: a closed page opens where it was.
 */

let link: string | null = null
let pass: string | null = null

/** The page of this link is open; null: none is. */
export function openLink(token: string | null): void {
  link = token
  pass = token === null ? null : readStored(`pass:${token}`)
}

export const currentPass = (): string | null => pass

/** Keeps the pass of the open link, or drops it. */
export function keepPass(next: string | null): void {
  pass = next
  if (link !== null) writeStored(`pass:${link}`, next)
}

/** What proves it to the server. */
export const passHeaders = (): Readonly<Record<string, string>> =>
  link === null || pass === null ? {} : { 'x-link-token': link, 'x-link-pass': pass }
