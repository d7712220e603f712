import { readStored, writeStored } from '../stored.ts'

let secret: string | null = null

/**
 * Identifies this browser tab to the server: an SMS code is valid only for the device that requested it. It survives a
 * reload, since a phone may discard the page while the user reads the message.
 */
export function deviceSecret(): string {
  secret ??= readStored('tab:device')
  if (secret === null) {
    secret = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))).replaceAll('+', '-')
    writeStored('tab:device', secret)
  }
  return secret
}
