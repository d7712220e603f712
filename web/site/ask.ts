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

function storedSecret(): string | null {
  try {
    return sessionStorage.getItem('device')
  } catch {
    return null
  }
}

/** A secret of this tab: a code can only be used by the browser that asked for it. */
const device = (() => {
  let made: string | undefined
  return () => {
    made ??= storedSecret() ?? Array.from(crypto.getRandomValues(new Uint8Array(16))).join('-')
    try {
      sessionStorage.setItem('device', made)
    } catch {
      // Without storage the secret is that of this page.
    }
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
  const body = JSON.stringify(input)
  for (let retries = 0; ; retries++) {
    const answer = await post(site, call, body, { 'content-type': 'application/json' })
    if (retries === RETRIES || (answer !== null && answer.errorCode !== PENDING)) return unwrap(answer)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/**
 * Sends a picture with its fields. A lost connection is told at once: the customer sees the picture missing and takes it again.
 * @throws Refused
 */
export async function sendPicture<N extends keyof SitePage>(
  site: string,
  call: N,
  input: InputOf<SitePage[N]>,
  file: File,
): Promise<OutputOf<SitePage[N]>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(input as object)) if (value !== undefined) form.append(name, String(value))
  form.append('file', file, file.name)
  return unwrap(await post(site, call, form, {}))
}

function unwrap<T>(answer: Envelope | null): T {
  if (answer === null) throw new Refused(-1, say('网络不稳定，请稍后再试'), null)
  if (answer.success) return answer.data as T
  const { errorCode, message, data } = answer
  throw new Refused(errorCode, refusalText(errorCode, message, data), data as never)
}

interface Envelope {
  readonly success: boolean
  readonly errorCode: number
  readonly message: string
  readonly data: unknown
}

/** @returns null when no answer arrived */
async function post(
  site: string,
  call: string,
  body: string | FormData,
  headers: Readonly<Record<string, string>>,
): Promise<Envelope | null> {
  try {
    const response = await fetch(`/s/${site}/api/${call}`, {
      method: 'POST',
      headers: {
        ...headers,
        'accept-language': document.documentElement.lang,
        'x-device': device(),
      },
      body,
    })
    return (await response.json()) as Envelope
  } catch {
    return null
  }
}
