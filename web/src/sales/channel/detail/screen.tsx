import { isPlatform, type Source, tickable } from '@cheyi/domain/booking/order/codes'
import { isConnected } from '@cheyi/domain/sales/channel/steps'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Switch } from '../../../ui/field/choice.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Button, Card, Cell, Note, Row, Stack } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { LogTab } from '../../channel-push/parts/log-tab.tsx'
import { PushTab } from '../../channel-push/parts/push-tab.tsx'
import { type Kind, type Mapping, measures, nouns } from '../parts/mappings.ts'
import { channelScreens } from '../screens.ts'
import { ConnectNote, ConnectTab } from './connect-tab.tsx'
import { SettingTabs } from './setting-tabs.tsx'
import { StatementTab } from './statement-tab.tsx'

const tabs = [
  { key: 'basic', label: '基础' },
  { key: 'store', label: '门店' },
  { key: 'model', label: '车型' },
  { key: 'service', label: '服务' },
  { key: 'price', label: '价格' },
  { key: 'stock', label: '库存' },
  { key: 'connect', label: '对接' },
  { key: 'statement', label: '对账' },
  { key: 'push', label: '回调' },
  { key: 'log', label: '日志' },
] as const

/** The own booking page has no partner to connect with or to settle with. */
const ofPlatforms: readonly string[] = ['service', 'connect', 'statement', 'push', 'log']

/** An unknown source number is passed on: the server refuses it. */
const sourceOf = (id: string): Source => tickable.find((one) => String(one) === id) ?? (Number(id) as Source)

/** The merchant's settings of one channel. */
export default page(channelScreens.detail, ({ id }) => {
  const source = sourceOf(id)
  const detail = ask(calls.channel.detail, { source })
  const [stored] = useAnswers(detail)
  const mayEdit = useMayWhole('channel.edit')
  const mayReconcile = useMayWhole('channel.finance')
  const { tab = mayEdit ? 'basic' : 'statement', month } = useScreen(channelScreens.detail)
  const patch = usePatch()
  const name = useSourceNames()(source)
  const mayConnect = useMayWhole('channel.key')
  const head = (
    <Tabs
      label={`${name}设置`}
      items={tabs
        .filter(({ key }) => isPlatform(source) || !ofPlatforms.includes(key))
        .filter(({ key }) => (key === 'statement' ? mayReconcile : mayEdit))
        .map((one) => (one.key === 'store' || one.key === 'model' ? { ...one, count: stored[`${one.key}s`] } : one))}
      value={tab}
      onChange={(key) => patch({ tab: key })}
      panel="channel"
    />
  )
  if (tab === 'statement' || !mayEdit)
    return (
      <Page title={name} head={head}>
        {mayReconcile && (
          <StatementTab key={source} source={source} month={month} onMonth={(value) => patch({ month: value })} />
        )}
      </Page>
    )
  if (tab === 'connect')
    return (
      <Page title={name} head={head}>
        {mayConnect ? (
          <ConnectTab key={source} source={source} connected={isConnected(stored.status)} />
        ) : (
          <ConnectNote />
        )}
      </Page>
    )
  if (tab === 'push')
    return <PushTab key={source} source={source} name={name} head={head} connected={isConnected(stored.status)} />
  if (tab === 'log') return <LogTab key={source} source={source} name={name} head={head} />
  if (tab === 'store' || tab === 'model' || tab === 'service')
    return (
      <Page title={name} head={head}>
        <MappingTab key={tab} source={source} kind={tab} />
      </Page>
    )
  return (
    <SettingTabs key={source} tab={tab} name={name} head={head} stored={stored} refetch={() => void refresh(detail)} />
  )
})

/** The stores or models that are open to the channel, with its own code for each. */
function MappingTab({ source, kind }: { readonly source: Source; readonly kind: Kind }) {
  const [rows] = useAnswers(ask(calls.channel.mappings, { source, kind }))
  const saving = useWrite(calls.channel.saveMappings)
  const closed = rows.filter(({ theirCode, inUse }) => theirCode === null && inUse)
  const save = (changes: readonly (Pick<Mapping, 'id' | 'theirName'> & { readonly theirCode: string | null })[]) =>
    saving.run({ source, kind, rows: [...changes] })
  async function openAll() {
    if (await save(closed.map(({ id }) => ({ id, theirCode: id, theirName: '' }))))
      feedback.toast(`已开放 ${closed.length} ${measures[kind]}`)
  }
  const toggle = ({ id, theirCode }: Mapping) =>
    void save([{ id, theirCode: theirCode === null ? id : null, theirName: '' }])
  if (rows.length === 0) return <Empty title={`还没有${nouns[kind]}`} note={`添加${nouns[kind]}后可开放给渠道`} />
  return (
    <Stack gap={12} id="channel" role="tabpanel">
      <Card
        title={`开放的${nouns[kind]}`}
        extra={`${rows.filter(({ theirCode }) => theirCode !== null).length} / ${rows.length}`}
      >
        {rows.map((row) => (
          <Cell
            key={row.id}
            label={row.name}
            note={noteOf(row)}
            extra={
              <Row as="span" gap={8}>
                {!row.inUse && <Tag>{kind === 'store' ? '已关闭' : '已停用'}</Tag>}
                {row.theirCode !== null && (
                  <Button
                    size="s"
                    variant="text"
                    aria-label={`${row.name}的渠道编码`}
                    onClick={() => void open(() => import('./sheets.tsx'), 'CodeSheet', { source, kind, row })}
                  >
                    编码
                  </Button>
                )}
                <Switch
                  label={`开放${row.name}`}
                  checked={row.theirCode !== null}
                  disabled={saving.pending}
                  onChange={() => toggle(row)}
                />
              </Row>
            }
          />
        ))}
      </Card>
      {closed.length > 0 && (
        <Row gap={12}>
          <Button block variant="tint" onClick={() => void open(() => import('./match-sheet.tsx'), { source, kind })}>
            按渠道清单匹配
          </Button>
          <Button block variant="tint" loading={saving.pending} onClick={() => void openAll()}>
            全部开放
          </Button>
        </Row>
      )}
      <Note pad={[0, 4]}>{hints[kind]}</Note>
    </Stack>
  )
}

const hints = {
  store: '启用渠道前至少开放一家门店和一款车型；为渠道保留车辆只在开放的门店和车型生效',
  model: '启用渠道前至少开放一家门店和一款有价格的车型',
  service: '渠道订单中的服务按编码对应到本店服务，订单里同时显示双方名称；没有对应的按渠道名称记录',
} as const

/** Place or class, and the channel's code and name. */
const noteOf = ({ id, note, theirCode, theirName }: Mapping): string =>
  [note, theirCode !== null && theirCode !== id && `渠道编码 ${theirCode}`, theirName].filter(Boolean).join(' · ')
