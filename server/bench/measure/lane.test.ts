import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Lane, openLane } from './lane.ts'

const request = Buffer.from('GET / HTTP/1.1\r\n\r\n')
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'
const server = createServer()
afterEach(() => server.close())

async function open(): Promise<{ lane: Lane; socket: Socket }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const lane = await openLane((server.address() as AddressInfo).port)
  const [socket] = await accepted
  return { lane, socket }
}

it('puts an answer together from its pieces, and knows when the server has closed', async () => {
  const { lane, socket } = await open()
  socket.on('data', async () => {
    socket.write(answer.slice(0, 20))
    await new Promise((resolve) => setImmediate(resolve))
    socket.write(answer.slice(20))
  })
  const { status, body } = await lane.send(request)
  expect([status, body.toString()]).toEqual([200, 'hello'])
  expect(lane.isOpen()).toBe(true)

  socket.end()
  await expect.poll(() => lane.isOpen()).toBe(false)
  await expect(lane.send(request)).rejects.toThrow('the server closed a connection')
})
