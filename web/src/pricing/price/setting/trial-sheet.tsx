import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { addDays, DAY, formatDateTime, HOUR, localDate, parseDateTime, startOfDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, type InputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePicking } from '../../../kernel/page/picking.ts'
import { useMay } from '../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { DateRangeField } from '../../../ui/date/date-range-field.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Box, Button, Card, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Figures } from '../../../ui/show/figures.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare, FeeLine, FeeTotal } from '../../../ui/show/rows.tsx'
import type { Layer } from '../parts/layers.ts'
import { type PriceForm, problemsOf, ruleInput } from './form.ts'

interface TrialSheetProps extends Asks<never> {
  readonly place: { readonly storeId: string; readonly modelId: string; readonly source: Layer }
  readonly form: PriceForm
}

const lengths = [1, 3, 7, 30]

/** A trial calculation of rentals at the prices in the form, before they are saved. */
export default function TrialSheet({ place, form }: TrialSheetProps) {
  const today = localDate(useNow())
  const tomorrow = startOfDate(addDays(today, 1)) + 10 * HOUR
  const [range, setRange] = useState<string[]>([])
  const picking = usePicking()
  const [shown, setShown] = useState(0)
  const [from, to] = range.map((text) => parseDateTime(text))
  const own = from && to ? [{ pickupAt: from, returnAt: to }] : []
  const trips = [...own, ...lengths.map((days) => ({ pickupAt: tomorrow, returnAt: tomorrow + days * DAY }))]
  const wrong = Object.values(problemsOf(form))[0]
  const trial = useRead(
    calls.price.trial,
    { ...place, trips, draft: ruleInput(form) },
    { enabled: wrong === undefined, keepPrevious: true },
  )
  const may = useMay('data.money')
  const answers = trial.data ?? []
  const one = answers[Math.min(shown, answers.length - 1)]
  return (
    <OpenedSheet title="价格预览" flush>
      {wrong !== undefined && <Notice tone="danger">{wrong}</Notice>}
      <Field label="试算租期">
        <DateRangeField
          open={picking.open}
          onOpenChange={(shown) => (shown ? picking.show() : picking.close())}
          value={range as never}
          onChange={(value) => {
            setRange([...value])
            setShown(0)
          }}
          today={today}
          time
          disablePast
          labels={['取车', '还车']}
          title="试算租期"
          placeholder="选择取还车时间"
        />
      </Field>
      {wrong === undefined && <Answer of={trial}>{() => null}</Answer>}
      <ul className="num" aria-label="各租期的价格">
        {answers.map((answer, index) => (
          <li key={`${answer.pickupAt}/${answer.returnAt}`}>
            <Row
              as="button"
              gap={12}
              pad={[10, 16]}
              full
              justify="between"
              type="button"
              fill={answer === one ? 'tint' : undefined}
              aria-pressed={answer === one}
              onClick={() => setShown(index)}
            >
              <Stack as="span">
                <b>{Math.round((answer.returnAt - answer.pickupAt) / DAY)} 天</b>
                <small>
                  {formatDateTime(answer.pickupAt).slice(5)} 至 {formatDateTime(answer.returnAt).slice(5)}
                </small>
              </Stack>
              <Stack as="span" keep text="right">
                <b>{answer.total === null ? answer.why : formatMoney(answer.total)}</b>
                <small>
                  {answer.saved !== null && answer.saved !== answer.total && <s>{formatMoney(answer.saved)}</s>}{' '}
                  {answer.rent !== null && `日均 ${formatMoney(Math.round(answer.rent / answer.days))}`}
                </small>
              </Stack>
            </Row>
          </li>
        ))}
      </ul>
      {one && one.lines.length > 0 && (
        <Box pad={[8, 12, 12]} fill="well" round className="price-trial-lines">
          {one.lines.map((line) => (
            <FeeLine key={`${line.code}/${line.priceDate}`} label={line.name} basis={line.formula} fen={line.amount} />
          ))}
          <FeeTotal label="合计" fen={one.total ?? 0} note="不含押金" />
        </Box>
      )}
      {may && (
        <Box pad={[12, 0, 0]}>
          <BenchCard input={{ ...place, draft: ruleInput(form) }} enabled={wrong === undefined} />
        </Box>
      )}
    </OpenedSheet>
  )
}

/** Compares the income of last month's orders at the prices in the form with their actual income. */
function BenchCard({ input, enabled }: { input: InputOf<typeof calls.price.bench>; enabled: boolean }) {
  const bench = useRead(calls.price.bench, input, { enabled, keepPrevious: true })
  const [days, setDays] = useState(false)
  const now = useNow()
  return (
    <Answer of={bench}>
      {({ orders, sold, saved, draft, unsold, unsoldRent, left, ...told }) => (
        <Card
          pad
          title="上月订单试算"
          extra={
            orders > 0 && (
              <Button size="s" variant="text" aria-pressed={days} onClick={() => setDays(!days)}>
                {days ? '收起' : '按日'}
              </Button>
            )
          }
        >
          {orders === 0 ? (
            <Note>上月此门店没有此车型的订单</Note>
          ) : (
            <>
              <Figures
                rows={[
                  ['上月租金', sold],
                  ['按现价', saved],
                  ['按此价', draft],
                ]}
              />
              <Text as="p" size="s" num>
                上月{orders}单，按此价租金{draft >= sold ? '多' : '少'} ¥{yuan(Math.abs(draft - sold))}
                {unsold > 0 && `；其中${unsold}单按原租期不能成交，少 ¥${yuan(unsoldRent)}`}
              </Text>
            </>
          )}
          {left > 0 && <Note>另有{left}单按现价已不能成交，没有计入</Note>}
          {days && (
            <Box top={8}>
              <Compare
                spread
                caption="上月每日租金"
                columns={['上月', '按此价', '不能成交']}
                rows={told.days.map((one) => ({
                  label: formatDay(startOfDate(one.day), now),
                  cells: [`¥${yuan(one.sold)}`, `¥${yuan(one.draft)}`, one.unsold === 0 ? '—' : `${one.unsold}单`],
                }))}
              />
            </Box>
          )}
        </Card>
      )}
    </Answer>
  )
}
