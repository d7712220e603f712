import './todos.css'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { offerTarget } from '@cheyi/domain/booking/order/offers'
import { carOutWords } from '@cheyi/domain/fleet/stock/car-out'
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { vehicleControlScreens } from '../../../fleet/vehicle-control/screens.ts'
import { calls, prefetch } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { go } from '../../../kernel/page/router.ts'
import { hasUnsent } from '../../../kernel/unsent.ts'
import { linkTo, linkToPath, useReach } from '../../../kernel/user.ts'
import { useAct } from '../../../rental/order/parts/use-act.ts'
import { orderScreens, screensOf } from '../../../rental/order/screens.ts'
import { Empty, LoadError } from '../../../ui/frame/empty.tsx'
import { SkeletonBar } from '../../../ui/frame/skeleton.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Button, Card, CardMore, Grow, Note, Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import {
  endsOf,
  isMoney,
  isReferral,
  isTicket,
  type Listed,
  mergedTodos,
  pressing,
  type TicketTodo,
  type Todo,
  type TodoGroup,
  timeline,
  todoFacts,
  todoGroups,
  todosIn,
  todoTime,
} from './todo-words.ts'
import { workOf } from './work.ts'

const nothing = { default: (): ReactNode => null }
/** If its code fails to load, nothing is rendered. */
const KeptHandovers = lazy(() =>
  import('../../../rental/pickup-return/parts/kept/kept-handovers.tsx').catch(() => nothing),
)

const ReferralRow = lazy(() => import('../../../platform/referral/parts/referral-row.tsx').catch(() => nothing))

/** Number of rows that a phone shows before the user expands the list. */
const FEW = 5
const FEW_OF_MONEY = 2

interface TodosProps {
  readonly home: (Listed & { readonly todoTotal: number }) | undefined
  readonly error: CallFailure | null
  readonly onRetry: () => void
  readonly now: number
  readonly wide: boolean
  /** Whether the complete list is requested; at first only its beginning is loaded. */
  readonly all: boolean
  readonly onAll: (all: boolean) => void
}

/** Everything that is due until tonight, sorted by time with late work first, and the money to-dos that have no time. */
export function Todos({ home, error, onRetry, now, wide, all, onAll }: TodosProps) {
  const [group, setGroup] = useState<TodoGroup>('all')
  const reach = useReach()
  function choose(one: TodoGroup) {
    setGroup(one)
    onAll(true)
  }
  if (!home) {
    return (
      <Box as={Card} pad={[0, 0, 4]} className="home-todos" title="今日待办">
        {error ? <LoadError inline onRetry={onRetry} /> : <Shape />}
        {(error?.kind === 'lost' || hasUnsent()) && (
          <Suspense fallback={null}>
            <KeptHandovers lost={error?.kind === 'lost'} />
          </Suspense>
        )}
      </Box>
    )
  }
  const listed = mergedTodos(home)
  const chosen = todosIn(listed, wide ? group : 'all')
  const { timed, money } = timeline(chosen)
  const short = !wide && !all
  const parts = [
    { key: 'timed', title: null, todos: short ? timed.slice(0, FEW) : timed },
    {
      key: 'money',
      title: `款项 ${money.length}`,
      todos: short && timed.length > 0 ? money.slice(0, FEW_OF_MONEY) : money,
    },
  ].filter((part) => part.todos.length > 0)
  // Users whose work is finance see the money first.
  if (workOf(reach.held) === 'finance') parts.reverse()
  const first = pressing(listed, now)
  const options = todoGroups.map(({ value, label }) => ({
    value,
    label: value === 'all' ? `${label} ${home.todoTotal}` : label,
  }))
  return (
    <Box
      as={Card}
      pad={[0, 0, 4]}
      className="home-todos"
      title="今日待办"
      extra={
        wide ? (
          <Segmented label="待办类型" options={options} value={group} onChange={choose} />
        ) : (
          (timed.length > FEW || money.length > FEW_OF_MONEY) && (
            <CardMore onClick={() => onAll(!all)}>{all ? '收起' : `全部 ${home.todoTotal}`}</CardMore>
          )
        )
      }
    >
      {hasUnsent() && (
        <Suspense fallback={null}>
          <KeptHandovers lost={false} />
        </Suspense>
      )}
      {chosen.length === 0 && <Empty title="暂无待办" note="今天的取车、还车和排车都已办完" />}
      {parts.map(({ key, title, todos }) => (
        <Fragment key={key}>
          {title !== null && (
            <Text as="h3" note weight="m" className="home-todos-part num">
              {title}
            </Text>
          )}
          <ul>
            {todos.map((todo) =>
              isReferral(todo) ? (
                <Suspense key={todo.referralId} fallback={null}>
                  <ReferralRow todo={todo} first={todo === first} />
                </Suspense>
              ) : (
                <TodoRow
                  key={`${todo.kind} ${isTicket(todo) ? todo.ticketId : todo.orderId}`}
                  todo={todo}
                  now={now}
                  wide={wide}
                  first={todo === first}
                />
              ),
            )}
          </ul>
        </Fragment>
      ))}
      {home.todoTotal > listed.length && (wide || all) && (
        <Box pad={[8, 16]}>
          {all ? (
            <CardMore onClick={() => go(orderScreens.list)}>
              其余 {home.todoTotal - listed.length} 项在订单列表
            </CardMore>
          ) : (
            <CardMore onClick={() => onAll(true)}>全部 {home.todoTotal}</CardMore>
          )}
        </Box>
      )}
    </Box>
  )
}

function TodoRow({ todo, now, wide, first }: { todo: Todo | TicketTodo; now: number; wide: boolean; first: boolean }) {
  const time = todoTime(todo, now)
  const ends = endsOf(todo)
  const reach = useReach()
  const ticket = isTicket(todo)
  const detail = ticket
    ? linkToPath(reach, todo.link.split('?')[0]!, { ticketId: todo.ticketId })
    : linkTo(reach, screensOf(todo.orderKind).detail, { orderId: todo.orderId })
  const title = ticket ? todo.title : todo.modelName
  const button = ticket ? (
    detail && (
      <Button size="s" variant={first ? 'primary' : 'outline'} onClick={() => detail.onClick()}>
        {ticketVerb(todo)}
      </Button>
    )
  ) : (
    <TodoButton todo={todo} primary={first} />
  )
  // Two buttons beside the car would leave no room for its name on a phone.
  const below = !wide && !ticket && todo.kind === 'overdue' && todo.trackedCarId !== null
  return (
    <Row as="li" gap={12} className="home-todo lined">
      <div className="home-todo-time">
        <Text as="b" block ink={time.late ? 'danger' : undefined} num>
          {time.main}
        </Text>
        <Text block top={2} ink={time.late ? 'danger' : 2} size="xs">
          {time.caption}
        </Text>
      </div>
      <Grow>
        <Row gap={[2, 8]}>
          {(todo.plate !== null || !isMoney(todo)) && <Plate plate={todo.plate} size="s" />}
          {detail ? (
            <Text
              as="a"
              weight="b"
              cut
              {...detail}
              className="row-link"
              onPointerDown={() => ticket || prefetch(calls.order.detail, { orderId: todo.orderId })}
            >
              {title}
            </Text>
          ) : (
            <Text as="b" cut>
              {title}
            </Text>
          )}
        </Row>
        <Note cut className="home-todo-facts num">
          {todoFacts(todo, now, wide).join(' · ')}
        </Note>
        {!ticket && todo.carOut && (
          <Text block ink="danger" size="s" num>
            {carOutWords(todo.carOut, now)}
          </Text>
        )}
        {!wide && ends !== null && <Note className="home-todo-facts">{ends}</Note>}
        {below && (
          <Row top={8} justify="end">
            {button}
          </Row>
        )}
      </Grow>
      {!below && button}
    </Row>
  )
}

const ticketVerb = ({ kind, verb }: TicketTodo): string =>
  ({ ticketDue: verb, ticketApprove: '审批', ticketAssign: '派单', ticketReassign: '改派' })[kind]

/** The button for the next step of a to-do. For a late customer, the first step is a call, or a look at where the car is. */
function TodoButton({ todo, primary }: { todo: Todo; primary: boolean }) {
  const reach = useReach()
  const { act, busy } = useAct(todo)
  const { contact, pending } = useContact(todo.orderId)
  if (todo.kind === 'overdue') {
    const car =
      todo.trackedCarId !== null && linkTo(reach, vehicleControlScreens.detail, { vehicleId: todo.trackedCarId })
    return (
      <Row gap={8}>
        {car && (
          <Button size="s" aria-label={`看车 ${todo.plate ?? ''}`} onClick={() => car.onClick()}>
            看车
          </Button>
        )}
        <Button size="s" loading={pending} onClick={() => void contact()}>
          联系
        </Button>
      </Row>
    )
  }
  const target = offerTarget(todo.action)
  const path = target?.screen ? `${profileOf(todo.orderKind).base}/${target.screen}` : null
  if (!target || (path !== null && !reach.opens(path))) return null
  return (
    <Button
      size="s"
      variant={primary ? 'primary' : 'outline'}
      loading={busy === todo.action}
      onClick={() => act({ code: todo.action, path })}
    >
      {todo.actionLabel}
    </Button>
  )
}

/** Placeholder rows until the first response arrives. */
function Shape() {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">加载中</span>
      {[190, 150, 170, 140].map((width) => (
        <Row gap={12} key={width} className="home-todo lined">
          <SkeletonBar width={44} height={18} />
          <SkeletonBar width={width} height={18} />
        </Row>
      ))}
    </div>
  )
}
