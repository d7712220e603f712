import { ownerStatementStates, ownerStatementSteps } from '@cheyi/domain/insight/owner/codes'
import { correctionSum } from '@cheyi/domain/insight/owner/statement'
import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { startsAt } from '@cheyi/domain/step'
import { useState } from 'react'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { confirm } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { AsWritten, Sent } from '../../../platform/customer-link/parts/as-written.tsx'
import { ShopHead } from '../../../platform/customer-link/parts/shop-head.tsx'
import { Field, TextArea } from '../../../ui/field/field.tsx'
import { Button, Card, Cell, MainButton, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { sayDate, sayMonth } from '../../../words/dates.ts'
import { say, translate } from '../../../words/words.ts'
import { CorrectionsCard } from '../parts/corrections-card.tsx'
import { daysText, stateTones } from '../parts/owner-words.ts'
import { PartCard } from '../parts/part-card.tsx'

type Own = OutputOf<typeof calls.owner.own>
type Statement = Own['statements'][number]

interface OwnPageProps {
  readonly t: string
  readonly own: Own
  readonly reload: () => void
}

/** The cars and statements of an owner; a statement that was sent is confirmed or objected to here. */
export default function OwnPage({ t, own: { shop, name, cars, statements }, reload }: OwnPageProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = statements.find(({ statementId }) => statementId === chosen) ?? statements[0]
  return (
    <Page onBack={null}>
      <ShopHead shop={shop} />
      <Card title={<AsWritten>{name}</AsWritten>}>
        {cars.length === 0 && <Note pad={[12, 16, 16]}>{say('现在没有托管的车辆')}</Note>}
        {cars.map((car) => (
          <Cell
            key={`${car.plate} ${car.from}`}
            label={<AsWritten>{`${displayPlate(car.plate)} ${car.modelName}`}</AsWritten>}
            note={
              <>
                {daysText(car)}
                {say('，')}
                <Sent text={car.terms} />
              </>
            }
          />
        ))}
      </Card>
      <Card title={say('结算单')}>
        {statements.length === 0 && <Note pad={[12, 16, 16]}>{say('还没有结算单')}</Note>}
        {statements.map(({ statementId, month, state, due }) => (
          <Cell
            key={statementId}
            label={sayMonth(month)}
            align="right"
            current={statementId === shown?.statementId}
            extra={<Tag tone={stateTones[state]}>{translate(ownerStatementStates.text(state))}</Tag>}
            onClick={() => setChosen(statementId)}
          >
            <Money fen={due} />
          </Cell>
        ))}
      </Card>
      {shown && <Shown key={shown.statementId} t={t} statement={shown} reload={reload} />}
    </Page>
  )
}

interface ShownProps {
  readonly t: string
  readonly statement: Statement
  readonly reload: () => void
}

function Shown({ t, statement, reload }: ShownProps) {
  const { statementId, month, state, owner, carried, due, payBy, paidOn, objection, parts, corrections } = statement
  const answer = useWrite(calls.owner.answer, { onDone: reload })
  const [words, setWords] = useState<string | null>(null)
  async function accept() {
    const body = say('{month} 应付您 {sum}，确认后不能更改', {
      month: sayMonth(month),
      sum: formatMoney(Math.max(due, 0)),
    })
    if (!(await confirm({ title: say('确认结算单？'), body, confirm: say('确认无误') }))) return
    if (await answer.run({ t, statementId })) feedback.toast(say('已确认'))
  }
  async function object() {
    if (await answer.run({ t, statementId, objection: words! })) feedback.toast(say('已提交，请等待核对'))
  }
  const facts = [
    [say('车辆合计'), formatMoney(owner)],
    [say('调整'), corrections.length === 0 ? '' : formatMoney(correctionSum(corrections))],
    [say('上期结转'), carried === 0 ? '' : formatMoney(carried)],
    [say('付款日'), due > 0 ? sayDate(payBy) : ''],
    [say('已付款'), paidOn === null ? '' : sayDate(paidOn)],
    [say('您的异议'), objection && <AsWritten>{objection}</AsWritten>],
  ] as const
  return (
    <>
      {parts.map((part) => (
        <PartCard key={`${part.plate} ${part.from}`} part={part} />
      ))}
      {corrections.length > 0 && <CorrectionsCard corrections={corrections} />}
      <Card pad title={say('{month} 结算单', { month: sayMonth(month) })}>
        <Text as="b" size="xl" num>
          <Money fen={due} />
        </Text>
        <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
        {due < 0 && <Note top={8}>{say('应由您补足的金额，结转下月')}</Note>}
        {startsAt(ownerStatementSteps, 'confirm', state) && (
          <Stack gap={12} top={12}>
            {words !== null && (
              <Field label={say('哪里不对')}>
                <TextArea
                  value={words}
                  maxLength={300}
                  placeholder={say('如 少算了一天租金')}
                  onChange={({ target }) => setWords(target.value)}
                />
              </Field>
            )}
            <Row gap={8}>
              {words === null ? (
                <>
                  <Button size="l" onClick={() => setWords('')}>
                    {say('有异议')}
                  </Button>
                  <MainButton loading={answer.pending} onClick={() => void accept()}>
                    {say('确认无误')}
                  </MainButton>
                </>
              ) : (
                <>
                  <Button size="l" onClick={() => setWords(null)}>
                    {say('取消')}
                  </Button>
                  <MainButton
                    loading={answer.pending}
                    reason={words.trim() === '' ? say('请写明哪里不对') : undefined}
                    onClick={() => void object()}
                  >
                    {say('提交异议')}
                  </MainButton>
                </>
              )}
            </Row>
          </Stack>
        )}
      </Card>
    </>
  )
}
