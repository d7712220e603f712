import { settleFailure } from '../call/calls.ts'
import { CallFailure, lostFailure } from '../call/failure.ts'
import { partsOf, unwrap, type WireCall } from '../call/wire.ts'
import { apiHost } from '../device/hosts.ts'
import { currentToken } from '../token.ts'

/** ms without progress after which the connection is considered dead. */
const STALLED = 30_000

interface SendFileOptions {
  /** Idempotency key, which tells a retry from a new action; null for a call whose input does. */
  readonly key: string | null
  /** Values outside the input: the token of a link. */
  readonly headers?: Readonly<Record<string, string>>
  readonly onProgress?: (percent: number) => void
}

/**
 * Sends one file (null: only the fields) as multipart and reports progress, which `fetch` cannot. Answer and failures
 * are those of any other call.
 */
export function sendFile<I extends object, O>(
  call: WireCall<I, O>,
  fields: I,
  file: File | null,
  { key, headers = {}, onProgress }: SendFileOptions,
): Promise<O> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  if (file !== null) form.append('file', file, file.name)
  const token = currentToken()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), STALLED)
    }
    const fail = () => {
      clearTimeout(timer)
      reject(lostFailure(!navigator.onLine))
    }
    request.upload.onprogress = (event) => {
      alive()
      if (event.lengthComputable) onProgress?.(Math.floor((event.loaded / event.total) * 100))
    }
    request.onerror = fail
    request.onabort = fail
    request.onload = () => {
      clearTimeout(timer)
      try {
        resolve(unwrap(request.responseText, request.getResponseHeader('x-trace-id'), request.status) as O)
      } catch (error) {
        reject(error instanceof CallFailure ? settleFailure(error, token) : error)
      }
    }
    const { method, path } = partsOf(call)
    request.open(method, apiHost + path)
    if (token !== null) request.setRequestHeader('token', token)
    if (key !== null) request.setRequestHeader('idempotency-key', key)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    alive()
    request.send(form)
  })
}
