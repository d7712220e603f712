import { NoAnswer } from '../kernel/pay-port.ts'
import { vendorFetch } from './vendor-fetch.ts'

const TIMEOUT = 8000

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** One HTTP request. @throws NoAnswer without a response, or for a server error */
export async function ask(url: string, init: RequestInit): Promise<Answered> {
  try {
    const response = await vendorFetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    const text = await response.text()
    if (response.status >= 500) throw new NoAnswer(`HTTP ${response.status}`)
    return { status: response.status, headers: response.headers, text }
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    throw new NoAnswer('no answer', { cause: error })
  }
}
