import type pg from 'pg'
import { expect, it } from 'vitest'
import { replaceMadeIds } from './report/record.ts'
import { replay } from './script.ts'

it('sends the ids that it is given anew, within rows that travel as JSON, too', async () => {
  const made = new Map([['41', { made: { step: 0, row: 0 } }]])
  const values = [
    '41',
    ['41', '5'],
    '[{"order_id":"41","seq":1,"name":null},{"order_id":"41","seq":2}]',
    '[{"id":"5"}]',
  ]
  const script = {
    steps: [
      { text: 0, values: [1], after: 0 },
      { text: 1, values: values.map((value) => replaceMadeIds(value, made)), after: 1 },
    ],
    alone: true,
  }
  const sent: unknown[] = []
  const client = {
    query: async ({ values: given }: { values: unknown[] }) => {
      sent.push(given)
      return { rows: [{ id: '97' }] }
    },
  }
  await replay(client as unknown as pg.ClientBase, script, ['select', 'insert'])
  expect(sent[1]).toEqual([
    '97',
    ['97', '5'],
    '[{"order_id":"97","seq":1,"name":null},{"order_id":"97","seq":2}]',
    '[{"id":"5"}]',
  ])
})
