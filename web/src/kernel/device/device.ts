import { readStored, writeStored } from '../stored.ts'

let secret: string | null = null

/**
 * What the server tells this browser's tab by: a code by SMS serves the device that asked for it and no other. It
 * survives a reload, since a phone may drop the page while its owner reads the message.
 */
export function deviceSecret(): string {
  secret ??= readStored('tab:device')
  if (secret === null) {
    secret = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))).replaceAll('+', '-')
    writeStored('tab:device', secret)
  }
  return secret
}
