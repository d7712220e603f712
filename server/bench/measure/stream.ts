import { contract } from '@cheyi/contract/index'
import type { Call, InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import type { Product } from '../product.ts'

export interface OpenPage {
  close(): void
}

/** Opens the stream of somebody who is signed in, and tells each event with the data it brings. */
export async function openPage(
  product: Product,
  token: string,
  heard: (event: string, data: string) => void,
): Promise<OpenPage> {
  const { ticket } = await ask(product, contract.stream.ticket, token, {})
  const stop = new AbortController()
  const response = await fetch(`${product.url}/api/stream/v1/events?ticket=${ticket}`, { signal: stop.signal })
  void (async () => {
    const feed = eventsIn(heard)
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) feed(chunk)
  })().catch(() => undefined)
  return { close: () => stop.abort() }
}

/** Takes the text of a stream as it comes, in pieces, and tells each event that is whole. */
export function eventsIn(heard: (event: string, data: string, id?: string) => void): (chunk: string) => void {
  let text = ''
  return (chunk) => {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const event = field('event')
      if (event !== undefined) heard(event, field('data') ?? '', field('id'))
    }
  }
}

/** A call over HTTP. @throws Error with the server's message when it is refused */
export async function ask<C extends Call>(
  product: Product,
  call: C,
  token: string,
  input: InputOf<C>,
  key: string = crypto.randomUUID(),
): Promise<OutputOf<C>> {
  const response = await fetch(product.url + call.path, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(input),
  })
  const { success, data, message } = (await response.json()) as { success: boolean; data: OutputOf<C>; message: string }
  if (!success) throw new Error(`${call.path}: ${message}`)
  return data
}
