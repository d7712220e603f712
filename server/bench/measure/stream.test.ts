import { expect, it } from 'vitest'
import { eventsIn } from './stream.ts'

it('tells each event once it is whole, however the text is cut', () => {
  const text =
    'retry: 1000\n\nevent: order.changed\nid: 7\ndata: {"orderId":"1"}\n\n: heartbeat\n\nevent: reset\n\nevent: hal'
  for (const size of [1, 5, 1000]) {
    const told: string[][] = []
    const feed = eventsIn((event, data) => told.push([event, data]))
    for (let at = 0; at < text.length; at += size) feed(text.slice(at, at + size))
    expect(told).toEqual([
      ['order.changed', '{"orderId":"1"}'],
      ['reset', ''],
    ])
  }
})
