import { apiHost } from '../device/hosts.ts'

/**
 * Server-sent events over fetch, which unlike EventSource can send a secret in a header instead of the address. Ends
 * with the stream; throws when no stream can be opened, so that the caller can poll instead.
 */
export async function listen(
  path: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onData: (data: unknown) => void,
): Promise<void> {
  const response = await fetch(apiHost + path, {
    headers: { accept: 'text/event-stream', ...headers },
    signal,
    cache: 'no-store',
    credentials: 'omit',
  })
  if (response.status !== 200 || !response.body) throw new Error('no events')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) onData(JSON.parse(data))
    }
  }
}
