import { ticketKinds } from '@cheyi/domain/fleet/ticket/codes'
import { isInHand, profileOf } from '@cheyi/domain/fleet/ticket/kinds'
import { type TicketCounter, ticketCounters, ticketCountersOpenTo } from '@cheyi/domain/platform/todo/counters'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useReach } from '../../../kernel/user.ts'
import { Items } from '../../../page/list/items.tsx'
import { wholeList } from '../../../page/list/use-list-page.tsx'
import { choose } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Card, Cell, Disc, Grid, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { ticketList } from '../parts/ticket-list.tsx'
import { icons } from '../parts/ticket-words.ts'
import { screensOf, ticketScreens } from '../screens.ts'

const counterNames: Readonly<Record<TicketCounter, string>> = {
  ticketDue: '今日',
  ticketApprove: '待审批',
  ticketAssign: '待派单',
  ticketReassign: '待改派',
}

/** The overview of tickets: the number of each kind, and the open ones: those that have not begun first, late ones before others. */
export default page(ticketScreens.hub, ({ storeId, waits: counter }) => {
  const chosen = ticketCounters.find((one) => one === counter)
  const asked = ask(calls.ticket.hub, { storeId: storeId ?? undefined, waits: chosen })
  const [{ kinds, waits, care, open }] = useAnswers(asked)
  const patch = usePatch()
  const { held } = useReach()
  const countOf = (one: TicketCounter) => waits.find(({ kind }) => kind === one)?.count ?? 0
  async function create() {
    const verbs = kinds.map(({ kind }) => ({ key: String(kind), label: `新建${profileOf(kind).noun}` }))
    const verb = verbs.length === 1 ? verbs[0]!.key : await choose('新建工单', verbs)
    if (verb !== undefined) go(screensOf(Number(verb)).create, {})
  }
  const tickets = wholeList(
    '工单',
    [...open.filter((one) => !isInHand(one)), ...open.filter(isInHand)],
    ticketList.keyOf,
    () => refresh(asked),
    chosen === undefined ? (
      <Empty title="暂无工单" note="车辆保养、维修时新建维保单，期间自动占用库存" />
    ) : (
      <Empty title={`没有${counterNames[chosen]}的工单`} />
    ),
  )
  return (
    <Page
      fill
      head={
        <Tabs
          label="待办"
          items={[
            { key: 'all', label: '未完成' },
            ...ticketCountersOpenTo(held)
              .filter((one) => one === chosen || countOf(one) > 0)
              .map((one) => ({ key: one, label: counterNames[one], count: countOf(one) })),
          ]}
          value={chosen ?? 'all'}
          onChange={(key) => patch({ waits: key === 'all' ? undefined : key })}
        />
      }
      right={
        <>
          <RefreshButton onRefresh={() => void refresh(asked)} />
          {kinds.length > 0 && (
            <NavAction icon="plus" onClick={() => void create()}>
              新建
            </NavAction>
          )}
        </>
      }
    >
      <Items
        of={tickets}
        first={tickets.first}
        {...ticketList}
        head={
          <Stack gap={12} pad={[12, 12, 10]}>
            <Grid columns={kinds.length} gap={8}>
              {kinds.map(({ kind, todo, running, overdue }) => (
                <Tile
                  key={kind}
                  icon={icons[profileOf(kind).path]}
                  label={ticketKinds.text(kind)}
                  note={
                    overdue > 0 ? `${overdue} 超时` : todo > 0 || running === 0 ? `${todo} 待办` : `${running} 进行中`
                  }
                  late={overdue > 0}
                  onClick={() => go(screensOf(kind).list, {})}
                />
              ))}
            </Grid>
            {care !== null && care > 0 && (
              <Card>
                <Cell
                  label="待保养车辆"
                  note={`${care} 辆到期未建单`}
                  onClick={() => go(ticketScreens.care, storeId ? { storeId } : {})}
                />
              </Card>
            )}
          </Stack>
        }
      />
    </Page>
  )
})

interface TileProps {
  readonly icon: IconName
  readonly label: string
  readonly note: string
  readonly late: boolean
  readonly onClick: () => void
}

/** The number of open tickets of one kind; a tap opens their list. */
const Tile = ({ icon, label, note, late, onClick }: TileProps) => (
  <Row as="button" type="button" gap={8} pad={12} fill="surface" round press align="center" onClick={onClick}>
    <Disc across={32} square fill="warning" ink="warning">
      <Icon name={icon} />
    </Disc>
    <Stack text="left" shrink>
      <Text weight="m">{label}</Text>
      <Text note num nowrap ink={late ? 'danger' : 2}>
        {note}
      </Text>
    </Stack>
  </Row>
)
