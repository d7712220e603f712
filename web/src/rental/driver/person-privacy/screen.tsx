import { type ConsentKind, consentKinds, consentWays, heardConsentWays } from '@cheyi/domain/rental/driver/consent'
import { isRequestOpen, requestKinds, requestStatuses } from '@cheyi/domain/rental/driver/request'
import { formatLocal } from '@cheyi/domain/time'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { choose, open } from '../../../page/open.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { Button, Card, Cell, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type PersonDetail, requestNote } from '../parts/person-words.ts'
import { driverScreens } from '../screens.ts'
import { DataCard } from './data-card.tsx'

const sheets = () => import('./sheets.tsx')

/** A customer's consents and requests, and the actions on their data. */
export default page(
  driverScreens.personPrivacy,
  ({ personId }) => {
    const [privacy, person] = useAnswers(
      ask(calls.driver.privacy, { personId }),
      ask(calls.driver.personDetail, { personId }, { freshFor: 240_000 }),
    )
    return (
      <Page>
        <ConsentsCard personId={personId} consents={privacy.consents} />
        <RequestsCard personId={personId} requests={privacy.requests} />
        <HoldsCard holds={privacy.holds} orders={person.orders} />
        <DataCard person={person} open={privacy.open} kept={privacy.kept} />
      </Page>
    )
  },
  { cards: 4, shape: 'detail' },
)

interface HoldsCardProps {
  readonly holds: OutputOf<typeof calls.driver.privacy>['holds']
  readonly orders: PersonDetail['orders']
}

const hold = (orderId: string, orderNo: string, on: boolean) => open(sheets, 'HoldSheet', { orderId, orderNo, on })

/** Orders whose data is held for a case, beyond every retention period. */
function HoldsCard({ holds, orders }: HoldsCardProps) {
  const mayHold = useMay('order.override')
  const free = orders.filter(({ orderId }) => !holds.some((one) => one.orderId === orderId))
  async function add() {
    const key = await choose(
      '保全哪个订单的资料',
      free.map(({ orderId, orderNo, modelName }) => ({ key: orderId, label: `${orderNo} ${modelName}` })),
    )
    const order = free.find(({ orderId }) => orderId === key)
    if (order) await hold(order.orderId, order.orderNo, true)
  }
  return (
    <Card
      title="资料保全"
      extra={
        mayHold &&
        free.length > 0 && (
          <Button size="s" onClick={() => void add()}>
            保全订单
          </Button>
        )
      }
    >
      {holds.length === 0 && (
        <Text as="p" pad={[12, 16, 16]} ink={3}>
          事故、理赔、诉讼未了结的订单，保全后到期不清理
        </Text>
      )}
      {holds.map(({ orderId, orderNo, reason, since }) => (
        <Cell
          key={orderId}
          label={<span className="num">{orderNo}</span>}
          note={`${reason} · ${formatLocal(since, 'YYYY-MM-DD')} 起`}
          extra={
            mayHold && (
              <Button size="s" onClick={() => void hold(orderId, orderNo, false)}>
                解除
              </Button>
            )
          }
        />
      ))}
    </Card>
  )
}

type Request = OutputOf<typeof calls.driver.privacy>['requests'][number]

/** The customer's requests, with their due dates. */
function RequestsCard({ personId, requests }: { personId: string; requests: readonly Request[] }) {
  const mayEdit = useMay('person.edit')
  const now = useNow()
  async function answer({ requestId, kind }: Request) {
    const key = await choose('处理结果', [
      { key: 'done', label: '已办理' },
      { key: 'refused', label: '不予办理' },
    ])
    if (key === undefined) return
    const name = requestKinds.text(kind)
    await open(sheets, 'AnswerSheet', { requestId, name, done: key === 'done' })
  }
  return (
    <Card
      title="客户请求"
      extra={
        mayEdit && (
          <Button size="s" onClick={() => void open(sheets, 'RequestSheet', { personId })}>
            登记请求
          </Button>
        )
      }
    >
      {requests.length === 0 && (
        <Text as="p" pad={[12, 16, 16]} ink={3}>
          客户可以要求查阅复制、更正、删除或撤回同意
        </Text>
      )}
      {requests.map((row) => {
        const waits = isRequestOpen(row.status)
        return (
          <Cell
            key={row.requestId}
            label={requestKinds.text(row.kind)}
            className="num"
            note={requestNote(row)}
            extra={
              waits && mayEdit ? (
                <Button size="s" variant={row.dueAt < now ? 'primary' : 'outline'} onClick={() => void answer(row)}>
                  答复
                </Button>
              ) : (
                <Tag tone={waits ? 'warning' : 'neutral'}>{requestStatuses.text(row.status)}</Tag>
              )
            }
          />
        )
      })}
    </Card>
  )
}

interface ConsentsCardProps {
  readonly personId: string
  readonly consents: OutputOf<typeof calls.driver.privacy>['consents']
}

const said = {
  gone: '已撤回，照片已删除',
  later: '已撤回，照片在未了结业务办完后删除',
  none: '已撤回',
} as const

const moment = (at: number) => formatLocal(at, 'YYYY-MM-DD HH:mm')

/** Consents with time and way, and the button to withdraw them. */
function ConsentsCard({ personId, consents }: ConsentsCardProps) {
  const mayEdit = useMay('person.edit')
  const withdraw = useWrite(calls.driver.withdrawConsent)
  async function takeBack(kind: ConsentKind) {
    const key = await choose(
      '客户如何提出撤回',
      heardConsentWays.map((value) => ({ key: String(value), label: consentWays.text(value) })),
    )
    const way = heardConsentWays.find((value) => String(value) === key)
    if (way === undefined) return
    const done = await withdraw.run({ personId, kind, way })
    if (done) feedback.toast(said[done.pictures])
  }
  return (
    <Card title="同意">
      {consents.length === 0 && (
        <Text as="p" pad={[12, 16, 16]} ink={3}>
          暂无同意记录
        </Text>
      )}
      {consents.map((row) => (
        <Cell
          key={`${row.kind}-${row.at}`}
          label={consentKinds.text(row.kind)}
          note={
            <span className="num">
              {moment(row.at)} {consentWays.text(row.way)}
              {row.givenTo && ` · 经办 ${row.givenTo}`}
              {row.withdrawnAt !== null && ` · ${moment(row.withdrawnAt)} 撤回`}
            </span>
          }
          extra={
            row.withdrawnAt !== null ? (
              <Tag>已撤回</Tag>
            ) : mayEdit ? (
              <Button size="s" loading={withdraw.pending} onClick={() => void takeBack(row.kind)}>
                撤回
              </Button>
            ) : (
              <Tag tone="success">有效</Tag>
            )
          }
        />
      ))}
    </Card>
  )
}
