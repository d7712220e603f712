import { contract } from '@cheyi/contract/index'
import { expect, it, vi } from 'vitest'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant()

it('has a line for each answer, with the path and without the query', async () => {
  const lines: { ms: number }[] = []
  const began = performance.now()
  const info = vi.spyOn(t.kernel.log, 'info').mockImplementation(((line: { ms: number }) => lines.push(line)) as never)
  try {
    const headers = { token: w.tokens.owner }
    const { path } = contract.lookup.enumerations
    await t.app.inject({ url: `${path}?name=secret`, headers })
    // The second one is answered from memory.
    await t.app.inject({ url: path, headers })
    await t.app.inject({ url: path })
    await t.app.inject({ method: 'POST', url: contract.store.list.path, headers, payload: { keyword: 'secret' } })
    await t.app.inject({ url: '/api/nowhere?secret' })
    // Refused by the first hook that checks it.
    await t.app.inject({ url: `${path}?${'&'.repeat(10_000)}` })
    await t.app.inject({ method: 'POST', url: contract.store.list.path, headers, payload: 'no json' })
  } finally {
    info.mockRestore()
  }
  const line = (method: string, path: string, status = 200) => ({
    method,
    path,
    status,
    traceId: expect.stringMatching(/^[\da-f-]{36}$/),
    ms: expect.any(Number),
  })
  const { enumerations } = contract.lookup
  const list = line('POST', contract.store.list.path)
  expect(lines).toEqual([
    ...Array.from({ length: 3 }, () => line('GET', enumerations.path)),
    list,
    line('GET', '/api/nowhere', 404),
    line('GET', enumerations.path),
    list,
  ])
  for (const { ms } of lines) expect(ms).toBeLessThanOrEqual(Math.ceil(performance.now() - began))
})
