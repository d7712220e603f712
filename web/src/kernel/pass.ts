import { readStored, writeStored } from './stored.ts'

/*
 * A customer who opened a page by a link and typed the code sent to the phone has a pass, which is sent with every call
 * and file of that page. It is stored on the phone until it expires, so that a closed page can be opened again.
 */

let link: string | null = null
let pass: string | null = null

/** Sets the link whose page is open; null when none is. */
export function openLink(token: string | null): void {
  link = token
  if (token === null) pass = null
  else pass = takeGiven(token) ?? readStored(`pass:${token}`)
}

/** A pass that the booking page has given with the link, behind the `#`, because the phone was proved there. It leaves the address at once. */
function takeGiven(token: string): string | null {
  const given = /^#pass=([\w-]{32})$/.exec(location.hash)?.[1]
  if (given === undefined) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  writeStored(`pass:${token}`, given)
  return given
}

export const currentPass = (): string | null => pass

/** Stores the pass of the open link; null removes it. */
export function keepPass(next: string | null): void {
  pass = next
  if (link !== null) writeStored(`pass:${link}`, next)
}

/** Headers that prove the pass to the server. */
export const passHeaders = (): Readonly<Record<string, string>> =>
  link === null || pass === null ? {} : { 'x-link-token': link, 'x-link-pass': pass }
