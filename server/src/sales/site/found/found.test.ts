import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { openSite, visitor } from '../../../testing/site-visitor.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { t, w } from '../../../testing/world/merchant.ts'
import { onlineMerchant } from '../../../testing/world/online-merchant.ts'
import { createLimits } from '../door.ts'
import { siteCalls } from '../serve.ts'
import { businessOf } from './business.ts'
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

it('tells them the merchant and its stores as the page shows them', async () => {
  const name = await openSite(t, w)
  const home = await visitor(t, name).ask('home', {})
  const url = `https://rent.example/s/${name}`
  const business = businessOf(home, url) as { department: { name: string; address: { streetAddress: string } }[] }
  expect(business).toMatchObject({ '@type': 'AutoRental', name: home.name, url })
  expect(business.department.map((store) => [store.name, store.address.streetAddress])).toEqual(
    home.stores.map((store) => [store.name, store.address]),
  )
})

it('shows the logo of the merchant to whoever opens the page', async () => {
  const name = await openSite(t, w)
  expect((await visitor(t, name).ask('home', {})).logo).toBeNull()
  const [logoId] = await uploadPhotos(t, 'merchant', 1, w.tokens.owner)
  await t.root.query('update merchant set logo_id = $1 where id = $2', [logoId, w.merchantId])
  const { logo } = await visitor(t, name).ask('home', {})
  const picture = await t.app.inject(logo!)
  expect(picture.statusCode).toBe(200)
  expect(picture.headers['content-type']).toMatch(/^image\//)
})
