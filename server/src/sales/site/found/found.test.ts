import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { openSite } from '../../../testing/site-visitor.ts'
import { t, w } from '../../../testing/world/merchant.ts'
import { onlineMerchant } from '../../../testing/world/online-merchant.ts'
import { createLimits } from '../door.ts'
import { siteCalls } from '../serve.ts'
import { registerFound, robotsOf } from './serve.ts'

onlineMerchant({ cars: 1 })

it('tells search engines the home page of each merchant, and nothing that belongs to one person', async () => {
  const name = await openSite(t, w)
  const calls = siteCalls(t.kernel, createLimits(false))
  const app = Fastify()
  registerFound(app, { calls, addressOf: (path) => `https://rent.example${path}` })
  const robots = await app.inject('/robots.txt')
  expect(robots.body.split('\n')).toEqual(expect.arrayContaining(['Disallow: /', 'Allow: /s/', 'Disallow: /s/*/mine']))
  const map = await app.inject(`/s/${name}/sitemap.xml`)
  expect(map.headers['content-type']).toContain('application/xml')
  expect(map.body).toContain(`<loc>https://rent.example/s/${name}</loc>`)
  expect((await app.inject('/s/nobody-here/sitemap.xml')).statusCode).not.toBe(200)
  calls.tally.close()
  await app.close()
  expect(robotsOf('home')).toBe('index, follow')
  for (const kind of ['rentals', 'rental', 'results', 'model', 'problem']) expect(robotsOf(kind)).toMatch(/^noindex/)
})
