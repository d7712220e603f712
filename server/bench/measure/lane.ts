import { connect, type Socket } from 'node:net'

interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** A connection that is kept alive and asked one thing at a time. */
export interface Lane {
  /** false once the server has closed it, as servers do when nobody asked for a while. */
  isOpen(): boolean
  /** @throws Error when the connection is closed, or before the answer is whole */
  send(request: Buffer): Promise<Answer>
}

const HEAD_END = Buffer.from('\r\n\r\n')

export async function openLane(port: number): Promise<Lane> {
  const socket = await openSocket(port)
  let settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  let chunks: Buffer[] = []
  let received = 0
  let head: { readonly status: number; readonly length: number; readonly total: number } | undefined
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    received += chunk.length
    head ??= headOf(chunks)
    if (head === undefined || received < head.total) return
    const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    const answer = { status: head.status, body: whole.subarray(head.total - head.length) }
    chunks = []
    received = 0
    head = undefined
    settle?.resolve(answer)
  })
  const broken = (error?: Error) => settle?.reject(error ?? new Error('the server closed a connection'))
  socket.on('error', broken)
  socket.on('close', () => broken())
  return {
    isOpen: () => !socket.destroyed && socket.writable,
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the server closed a connection'))
        settle = { resolve, reject }
        socket.write(request)
      }),
  }
}

const openSocket = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

/** undefined until the head has come. */
function headOf(chunks: Buffer[]) {
  const text = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  const end = text.indexOf(HEAD_END)
  if (end < 0) return undefined
  const lines = text.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(lines)?.[1]
  if (length === undefined) throw new Error(`an answer of unknown length:\n${lines}`)
  return { status: Number(lines.slice(9, 12)), length: Number(length), total: end + HEAD_END.length + Number(length) }
}
