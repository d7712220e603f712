import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { refusalText, say } from '../src/words/words.ts'

/** A refusal of the server, with the message that the customer reads. */
export class Refused extends Error {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>
  constructor(code: number, message: string, data: Readonly<Record<string, unknown>> | null) {
    super(message)
    this.code = code
    this.data = data ?? {}
  }
}

/** Why something was refused or did not reach the server, for the customer. */
export const reasonOf = (error: unknown): string =>
  error instanceof Refused ? error.message : say('网络不稳定，请稍后再试')

/** The search for a car was not finished in time (planPending). */
const PENDING = 3107
const RETRIES = 4
const RETRY_MS = 2000

/** A secret of this tab: a code can only be used by the browser that asked for it. */
const device = (() => {
  let made: string | undefined
  return () => {
    made ??= sessionStorage.getItem('device') ?? Array.from(crypto.getRandomValues(new Uint8Array(16))).join('-')
    sessionStorage.setItem('device', made)
    return made
  }
})()

/**
 * Makes a call of the page. A lost connection, and a search for a car that was not finished, are tried again: every call may be repeated.
 * @throws Refused
 */
export async function ask<N extends keyof SitePage>(
  site: string,
  call: N,
  input: InputOf<SitePage[N]>,
): Promise<OutputOf<SitePage[N]>> {
  for (let retries = 0; ; retries++) {
    const answer = await send(site, call, input)
    if (answer?.success) return answer.data as never
    if (answer !== null && (retries === RETRIES || answer.errorCode !== PENDING))
      throw new Refused(
        answer.errorCode,
        refusalText(answer.errorCode, answer.message, answer.data),
        answer.data as never,
      )
    if (retries === RETRIES) throw new Refused(-1, say('网络不稳定，请稍后再试'), null)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

interface Envelope {
  readonly success: boolean
  readonly errorCode: number
  readonly message: string
  readonly data: unknown
}

/** @returns null when no answer arrived */
async function send(site: string, call: string, input: unknown): Promise<Envelope | null> {
  try {
    const response = await fetch(`/s/${site}/api/${call}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': document.documentElement.lang,
        'x-device': device(),
      },
      body: JSON.stringify(input),
    })
    return (await response.json()) as Envelope
  } catch {
    return null
  }
}
