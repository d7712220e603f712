import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { type ProfitKey, profitFigure } from '@cheyi/domain/insight/profit/profit'
import { calls, type InputOf, useRead } from '../../../kernel/call/calls.ts'
import { Answer } from '../../../page/answer.tsx'
import { Box, Card, Grid, Note, Text } from '../../../ui/layout.tsx'
import { ZeroBar } from '../../../ui/show/charts.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { figureText, figureValue, idleText, type ShownSums } from '../parts/sums.ts'

type Asked = InputOf<typeof calls.profit.groups>

/** Figures of models, stores, kinds of ownership or months, in one table. */
export function Groups({ input, title }: { readonly input: Asked; readonly title: string }) {
  const groups = useRead(calls.profit.groups, input)
  return (
    <Box pad={12}>
      <Answer of={groups} cards={2}>
        {({ list, money }) => {
          const keys: readonly ProfitKey[] = money
            ? ['income', 'cost', 'owner', 'contribution', 'utilisation', 'perDay']
            : ['cost', 'utilisation', 'rented', 'down']
          const profits = list.map(({ sums }) => profitOf(sums))
          const scale = { low: Math.min(...profits), high: Math.max(...profits) }
          return (
            <Card pad title={title} extra={<Note>{money ? '金额含税，日均收入按全部天' : '金额含税'}</Note>}>
              {list.length === 0 ? (
                <Note>所选月份没有车辆数据</Note>
              ) : (
                <Compare
                  stacked
                  caption={title}
                  columns={['车辆', ...keys.map(columnOf), '平均空闲']}
                  rows={list.map(({ key, name, cars, sums }) => ({
                    key,
                    label: (
                      // All names have one width, so that the bars begin at one zero.
                      <Grid as="span" columns={2} gap={12} style={{ minWidth: '17em', alignItems: 'center' }}>
                        {nameOf(input.by, key, name)}
                        {money && <ZeroBar value={profitOf(sums)} scale={scale} />}
                      </Grid>
                    ),
                    cells: [
                      `${cars} 辆`,
                      ...keys.map((one) => (
                        <Text key={one} ink={one === 'contribution' && profitOf(sums) < 0 ? 'danger' : 'inherit'}>
                          {figureText(one, sums)}
                        </Text>
                      )),
                      idleText(sums, cars),
                    ],
                  }))}
                />
              )}
            </Card>
          )
        }}
      </Answer>
    </Box>
  )
}

const profitOf = (sums: ShownSums): number => figureValue('contribution', sums) ?? 0

/** Its note is beside the title. */
const columnOf = (key: ProfitKey) => (key === 'perDay' ? '日均收入' : profitFigure(key).label)

function nameOf(by: Asked['by'], key: string, name: string): string {
  if (by === 'ownership') return ownerships.text(Number(key))
  return by === 'month' ? key.slice(0, 7) : name
}
