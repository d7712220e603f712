import type { Source } from '@cheyi/domain/booking/order/codes'
import { formatNear } from '@cheyi/domain/near'
import { ALONE_WAIT, APPROVAL_LIFE } from '@cheyi/domain/platform/approval/rules'
import { keyStateOf, MOST_KEYS, openScopeNames } from '@cheyi/domain/sales/channel/open-key'
import { MINUTE } from '@cheyi/domain/time'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { copyText } from '../../../kernel/device/native-acts.ts'
import { useNow } from '../../../kernel/now.ts'
import { confirm, open } from '../../../page/open.ts'
import { useAnswers } from '../../../page/page.tsx'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Cell, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'

type Key = OutputOf<typeof calls.channel.keys>['keys'][number]

const states: Readonly<Record<ReturnType<typeof keyStateOf>, { readonly words: string; readonly tone: Tone }>> = {
  on: { words: '启用', tone: 'success' },
  off: { words: '停用', tone: 'warning' },
  revoked: { words: '已吊销', tone: 'neutral' },
}

interface ConnectTabProps {
  readonly source: Source
  /** Whether the merchant uses the channel. */
  readonly connected: boolean
}

/** For those who may not create keys: who may, and what the platform can read meanwhile. */
export const ConnectNote = () => (
  <Stack gap={12} id="channel" role="tabpanel">
    <WhoMay act="channel.key" />
    <Card title="接口">
      <DocsCell />
    </Card>
    <Note pad={[0, 4]}>
      请对方在本页「对接」中新建密钥，另一名有该权限的同事确认后生效，再通过安全的方式交给平台；平台联调先用测试密钥。需要自己管理密钥时，请老板在「权限管理」中为您的角色勾选「接口密钥」
    </Note>
  </Stack>
)

/** The page for the platform's developers. */
const DocsCell = () => (
  <Cell
    label="接口文档"
    note="签名方法、接口与字段说明、在线试调用，可直接发给平台技术人员"
    extra={
      <Row gap={12}>
        <Text as="a" ink="link" size="s" reach href={DOCS} target="_blank" rel="noreferrer">
          打开
        </Text>
        <Button
          size="s"
          variant="text"
          onClick={() => void copyText(new URL(DOCS, location.href).href, '已复制文档地址')}
        >
          复制地址
        </Button>
      </Row>
    }
  />
)
const DOCS = '/open/v1/docs'

/** The access data for the platform's system: address, documentation, keys. */
export function ConnectTab({ source, connected }: ConnectTabProps) {
  const [{ address, keys }] = useAnswers(ask(calls.channel.keys, { source }))
  const live = keys.filter(({ revokedAt }) => revokedAt === null).length
  const add = () => void open(() => import('./key-sheet.tsx'), { source })
  return (
    <Stack gap={12} id="channel" role="tabpanel">
      <Card title="接口">
        <Cell
          label="接口地址"
          note={address}
          extra={
            <Button size="s" variant="text" onClick={() => void copyText(address, '已复制接口地址')}>
              复制
            </Button>
          }
        />
        <DocsCell />
      </Card>
      {keys.length === 0 ? (
        <Empty title="还没有接口密钥" note="新建密钥后交给平台，平台即可查询车型、库存、价格并下单" />
      ) : (
        keys.map((key) => <KeyCard key={key.keyId} of={key} source={source} />)
      )}
      <Button
        block
        variant="tint"
        reason={
          connected
            ? live >= MOST_KEYS
              ? `每个渠道最多${MOST_KEYS}个密钥，请先吊销不用的密钥`
              : undefined
            : '请先在「基础」中申请开通'
        }
        onClick={add}
      >
        新建密钥
      </Button>
      <Note pad={[0, 4]}>
        {`密钥编号即文档中的 appKey（请求头 X-Channel-Key）。新建、轮换密钥和放宽其权限或来源须由另一名有权限的人员确认；没有其他人时，提交${ALONE_WAIT / MINUTE}分钟后凭本人短信验证码继续，再过${APPROVAL_LIFE / MINUTE}分钟失效。密钥只显示一次，请通过安全的方式交给平台；怀疑泄露时请立即吊销`}
      </Note>
    </Stack>
  )
}

function KeyCard({ of: key, source }: { readonly of: Key; readonly source: Source }) {
  const now = useNow()
  const rotating = useWrite(calls.channel.keyRotate)
  const revoking = useWrite(calls.channel.keyRevoke)
  const state = states[keyStateOf(key)]
  const { keyId, appKey, name, version, revokedAt, oldUntil } = key

  async function rotate() {
    const body = '轮换后会得到新的密钥；旧密钥7天内仍可使用，请在此期间让平台换用新密钥'
    if (!(await confirm({ title: `轮换「${name}」？`, body, confirm: '轮换', cancel: '取消' }))) return
    const made = await rotating.run({ keyId, version })
    if (made) await open(() => import('../parts/secret-sheet.tsx'), { appKey, secret: made.secret })
  }
  async function revoke() {
    const body = '吊销后使用该密钥的请求立即被拒绝，且不能恢复；已有订单照常履约'
    if (!(await confirm({ title: `吊销「${name}」？`, body, confirm: '吊销', cancel: '取消' }))) return
    if (await revoking.run({ keyId })) feedback.toast('密钥已吊销')
  }
  return (
    <Card
      pad
      title={name}
      extra={
        <Row gap={8}>
          {key.test && <Tag tone="primary">测试</Tag>}
          <Tag tone={state.tone}>{state.words}</Tag>
        </Row>
      }
    >
      <KeyValue
        rows={[
          { label: '密钥编号', value: appKey },
          { label: '密钥', value: `····${key.secretTail}` },
          { label: '接口权限', value: key.scopes.map((scope) => openScopeNames[scope]).join('、') },
          { label: '来源地址', value: key.ips.length === 0 ? '不限' : key.ips.join('、') },
          { label: '最近使用', value: key.lastUsedAt === null ? '未使用' : formatNear(key.lastUsedAt, now) },
          ...(oldUntil !== null && oldUntil > now
            ? [{ label: '旧密钥', value: `${formatNear(oldUntil, now)} 前仍可用` }]
            : []),
          { label: '创建', value: `${key.createdByName} ${formatNear(key.createdAt, now)}` },
        ]}
      />
      <Row gap={8} top={12} justify="end" wrap>
        <Button size="s" variant="text" onClick={() => void copyText(appKey, '已复制密钥编号')}>
          复制编号
        </Button>
        {revokedAt === null && (
          <>
            <Button size="s" variant="danger" loading={revoking.pending} onClick={() => void revoke()}>
              吊销
            </Button>
            <Button size="s" variant="outline" loading={rotating.pending} onClick={() => void rotate()}>
              轮换
            </Button>
            <Button
              size="s"
              variant="outline"
              onClick={() => void open(() => import('./key-sheet.tsx'), { source, stored: key })}
            >
              修改
            </Button>
          </>
        )}
      </Row>
    </Card>
  )
}
