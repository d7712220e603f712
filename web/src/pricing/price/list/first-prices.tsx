import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { AmountInput } from '../../../ui/field/input.tsx'
import { Box, Card, Grow, Note, Row, Text } from '../../../ui/layout.tsx'
import type { PriceRow } from '../parts/layers.ts'
import { modelFacts } from '../parts/model-strip.tsx'
import { priceScreens } from '../screens.ts'

/** Daily prices for all models of a store that have none yet; they are typed in one list and saved together. */
export function FirstPrices({ rows }: { readonly rows: readonly PriceRow[] }) {
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map())
  const save = useWrite(calls.price.begin)
  const filled = rows.flatMap(({ modelId }) => {
    const basePrice = typed.get(modelId)
    return basePrice == null ? [] : [{ modelId, basePrice }]
  })
  async function submit() {
    const done = await save.run({ storeId: rows[0]!.storeId, rows: filled })
    if (!done) return
    feedback.toast(`${done.count} 个车型已定价，可以预订`)
    setTyped(new Map())
  }
  return (
    <Card title={`未定价 · ${rows.length} 款`} extra="平日价，元/天">
      {rows.map(({ storeId, modelId, name, ...row }) => (
        <Row key={modelId} gap={12} pad={[8, 16]} line>
          <Grow>
            <Link to={priceScreens.setting} with={{ storeId, modelId }}>
              <Text ink="link" reach>
                {name}
              </Text>
            </Link>
            <Note num>
              {modelFacts(row)} · {row.vehicles} 辆
            </Note>
          </Grow>
          <Box style={{ flex: '0 0 3.6rem' }}>
            <AmountInput
              aria-label={`${name}平日价`}
              placeholder="日租价"
              value={typed.get(modelId) ?? null}
              onChange={(fen) => setTyped(new Map(typed).set(modelId, fen))}
            />
          </Box>
        </Row>
      ))}
      <Box pad={[8, 16, 12]}>
        <MainButton
          loading={save.pending}
          reason={filled.length === 0 ? '请先填写日租价' : undefined}
          onClick={() => void submit()}
        >
          {filled.length === 0 ? '保存价格' : `保存 ${filled.length} 个价格`}
        </MainButton>
      </Box>
    </Card>
  )
}
