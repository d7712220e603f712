import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { termsText } from '@cheyi/domain/insight/owner/agreement'
import { ownerKinds, ownerStatementStates, ownerStatementSteps } from '@cheyi/domain/insight/owner/codes'
import { spacePhone } from '@cheyi/domain/mask'
import { can, startsAt } from '@cheyi/domain/step'
import { localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { ask, calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { momentText, useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { confirm, open } from '../../../page/open.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, CardMore, Cell, MainButton, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { CardLink } from '../../../ui/show/record-card.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type Agreement, daysText, type Owner, stateTones } from '../parts/owner-words.ts'
import { ownerScreens } from '../screens.ts'

const agreementSheets = () => import('../parts/agreement-sheets.tsx')

/** An owner: contact and account, the agreements of the cars, statements, and the link to the owner's own page. */
export default page(
  ownerScreens.detail,
  ({ ownerId }) => {
    const [owner] = useAnswers(ask(calls.owner.detail, { ownerId }))
    const [full, setFull] = useState<OutputOf<typeof calls.owner.reveal> | null>(null)
    const reveal = useWrite(calls.owner.reveal)
    const shown = full ?? owner
    const waiting = owner.statements.findLast((one) => waitsFor(one) !== null)
    return (
      <DetailPage
        subject={owner.name}
        tags={[{ text: ownerKinds.text(owner.kind), tone: 'neutral' }]}
        next={waiting && { text: `${waiting.month.slice(0, 7)} 结算单${waitsFor(waiting)}`, late: false }}
        note={spacePhone(shown.phone)}
        right={
          <Button
            variant="tint"
            size="s"
            loading={reveal.pending}
            onClick={async () => setFull(full === null ? await reveal.run({ ownerId }) : null)}
          >
            {full === null ? '显示号码' : '隐藏'}
          </Button>
        }
        acts={
          waiting && (
            <ActionBar>
              <MainButton onClick={() => go(ownerScreens.statement, { statementId: waiting.statementId })}>
                查看结算单
              </MainButton>
            </ActionBar>
          )
        }
        thing={<CarsCard owner={owner} />}
        side={
          <>
            <StatementsCard owner={owner} />
            <LinkCard owner={owner} />
          </>
        }
        log={<FileCard owner={owner} shown={shown} />}
      />
    )
  },
  { cards: 4, shape: 'detail' },
)

interface Of {
  readonly owner: Owner
}

/** What a statement waits for; null once it is settled. */
function waitsFor({ state, due }: Owner['statements'][number]) {
  if (startsAt(ownerStatementSteps, 'send', state)) return '待交车主确认'
  if (startsAt(ownerStatementSteps, 'confirm', state)) return '待车主确认'
  if (startsAt(ownerStatementSteps, 'correct', state)) return '有异议，请核对'
  return can(ownerStatementSteps, 'pay', state, { dueFen: due }).ok ? '待付款' : null
}

interface FileCardProps extends Of {
  /** Its numbers, masked or in full. */
  readonly shown: OutputOf<typeof calls.owner.reveal>
}

function FileCard({ owner, shown: { phone, identityNo, bankAccount } }: FileCardProps) {
  const { bank, note } = owner
  const facts = [
    ['手机号', spacePhone(phone)],
    ['证件号码或税号', identityNo],
    ['开户行', bank],
    ['银行账号', bankAccount],
    ['备注', note],
  ] as const
  return (
    <Card
      pad
      title="资料"
      extra={<CardMore onClick={() => void open(() => import('../parts/owner-sheet.tsx'), { owner })}>修改</CardMore>}
    >
      <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
    </Card>
  )
}

function CarsCard({ owner: { ownerId, agreements } }: Of) {
  const add = <CardMore onClick={() => void open(() => import('../parts/agree-sheet.tsx'), { ownerId })}>登记</CardMore>
  if (agreements.length === 0) return <None of="车辆协议" add={add} />
  return (
    <Card title="车辆协议" extra={add}>
      {agreements.map((agreement) => (
        <AgreementRow key={agreement.agreementId} agreement={agreement} />
      ))}
    </Card>
  )
}

function AgreementRow({ agreement }: { readonly agreement: Agreement }) {
  const reach = useReach()
  const today = localDate(useNow())
  const { vehicleId, plate, modelName, ownership, to, rent, fee } = agreement
  const isOver = to !== null && to < today
  return (
    <Stack gap={4} pad={[12, 16]}>
      <Row justify="between" gap={8}>
        <CardLink {...linkTo(reach, inventoryScreens.detail, { id: vehicleId })}>
          <Plate plate={plate} size="s" />
        </CardLink>
        {isOver ? (
          <Tag>已结束</Tag>
        ) : (
          <Button size="s" variant="text" onClick={() => void open(agreementSheets, 'EndSheet', { agreement })}>
            结束
          </Button>
        )}
      </Row>
      <Note num>{[modelName, ownerships.text(ownership), daysText(agreement)].join(' · ')}</Note>
      <Text as="p" size="s" ink={2}>
        {termsText({ ...agreement, rentFen: rent, feeFen: fee })}
      </Text>
    </Stack>
  )
}

function StatementsCard({ owner: { statements } }: Of) {
  const reach = useReach()
  if (statements.length === 0) return <None of="结算单" />
  return (
    <Card title="结算单">
      {statements.map(({ statementId, month, state, due }) => (
        <Cell
          key={statementId}
          label={month.slice(0, 7)}
          align="right"
          extra={<Tag tone={stateTones[state]}>{ownerStatementStates.text(state)}</Tag>}
          {...linkTo(reach, ownerScreens.statement, { statementId })}
        >
          <Money fen={due} />
        </Cell>
      ))}
    </Card>
  )
}

function LinkCard({ owner: { ownerId, linkUntil } }: Of) {
  const revoke = useWrite(calls.owner.revokeLink)
  async function end() {
    if (await confirm({ title: '停用车主链接？', body: '车主不能再用它查看结算单', confirm: '停用' }))
      await revoke.run({ ownerId })
  }
  const send = (
    <CardMore onClick={() => void open(agreementSheets, 'OwnerLinkSheet', { ownerId })}>
      {linkUntil === null ? '发送链接' : '重新发送'}
    </CardMore>
  )
  if (linkUntil === null) return <None of="车主链接" add={send} />
  return (
    <Card title="车主页面" extra={send}>
      <Cell
        label="链接"
        note={`${momentText(linkUntil)} 前有效`}
        extra={
          <Button size="s" variant="text" loading={revoke.pending} onClick={() => void end()}>
            停用
          </Button>
        }
      />
    </Card>
  )
}
