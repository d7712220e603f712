import { expect, it } from 'vitest'
import { withModels } from './library-names.ts'

type Args = Parameters<typeof withModels>
const named = (name: string) =>
  ({ field: 'model', name, rows: 1, id: null, near: null }) as unknown as Args[1][number]['name']
const row = (name: string, modelId: string | null = null) => ({ name, modelId }) as unknown as Args[1][number]['row']
const changes = { names: new Map() } as unknown as Args[0]

it('creates a model once for all its spellings, and goes on behind one that was refused', async () => {
  const [lavida, wuling, model3] = [row('大众朗逸'), row('五菱宏光'), row('特斯拉Model 3', '7')]
  const created: string[] = []
  const { next, added } = await withModels(
    changes,
    [
      { name: named('大众朗逸 1.5L'), row: lavida },
      { name: named('五菱'), row: wuling },
      { name: named('大众朗逸1.5'), row: lavida },
      { name: named('Model3'), row: model3 },
    ],
    async ({ name }) => {
      created.push(name)
      return name === '五菱宏光' ? null : { modelId: '5' }
    },
  )
  expect(created).toEqual(['大众朗逸', '五菱宏光'])
  expect([...next.names.values()]).toEqual(['5', '5', '7'])
  expect(added).toEqual([lavida, model3])
})
