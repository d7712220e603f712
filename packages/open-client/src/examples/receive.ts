import { createServer } from 'node:http'
import { verifyWebhook, type WebhookEvent } from '@cheyi/open-client'

/** Listens for messages about orders. One may come twice: `seen` returns whether its id is known. */
export const receive = (
  secret: () => string,
  { seen, handle }: { seen(id: string): boolean; handle(event: WebhookEvent): void },
) =>
  createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      const event = await verifyWebhook(secret(), request.headers, Buffer.concat(chunks).toString('utf8'))
      if (!seen(event.eventId)) handle(event)
      response.writeHead(204).end()
    } catch {
      response.writeHead(401).end()
    }
  })
