import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { copyText } from '../../../kernel/device/native-acts.ts'
import { confirm, open } from '../../../page/open.ts'
import { Button, Card, CardMore, Cell, Note, Row } from '../../../ui/layout.tsx'

type Site = OutputOf<typeof calls.site.detail>
type Host = NonNullable<Site['host']>

interface Props {
  readonly site: Site
  readonly refetch: () => void
}

/** The merchant's own domain: its records at the DNS, the check of them, and giving it back. */
export function HostCard({ site: { host }, refetch }: Props) {
  const edit = async () => {
    if (await open(() => import('./host-sheet.tsx'), { host: host?.host ?? '' })) refetch()
  }
  const change = <CardMore onClick={() => void edit()}>{host === null ? '设置' : '修改'}</CardMore>
  return (
    <Card title="自有域名" extra={change}>
      {host === null ? (
        <Note>用自己的网址卖车，如 rent.example.cn。不设置也能用上面的网址。</Note>
      ) : (
        <Records host={host} refetch={refetch} />
      )}
    </Card>
  )
}

function Records({ host, refetch }: { readonly host: Host; readonly refetch: () => void }) {
  const check = useWrite(calls.site.hostCheck)
  const remove = useWrite(calls.site.hostRemove)
  async function look() {
    const found = await check.run({})
    if (found) feedback.toast(found.leads ? '域名已生效' : '验证已通过，解析还没有指向本系统')
    refetch()
  }
  async function end() {
    const body = '这个域名马上打不开订车页面，原来的网址仍可用'
    if (!(await confirm({ title: '停用自有域名？', body, confirm: '停用' }))) return
    if (await remove.run({})) refetch()
  }
  const { proof, target } = host
  return (
    <>
      <Cell label={host.host} note={stateOf(host)} />
      <Cell
        label="第1条 TXT（证明域名是您的）"
        note={`${proof.name} → ${proof.value}`}
        onClick={() => void copyText(proof.value, '记录值已复制')}
      />
      <Cell
        label="第2条 CNAME（把访客带到这里）"
        note={`${host.host} → ${target}`}
        onClick={() => void copyText(target, '记录值已复制')}
      />
      <Row pad={[12, 16]} gap={8}>
        <Button loading={check.pending} onClick={() => void look()}>
          检查
        </Button>
        <Button variant="text" loading={remove.pending} onClick={() => void end()}>
          停用
        </Button>
      </Row>
      <Note>在域名服务商的解析页添加这两条记录，几分钟后点「检查」。境内服务器的域名须已备案。</Note>
    </>
  )
}

/** How a domain stands. */
const stateOf = ({ provedAt, leads, lostAt }: Host): string =>
  provedAt === null
    ? '等待验证'
    : lostAt !== null
      ? '验证记录没有了，请恢复'
      : leads
        ? '已生效'
        : '已验证，解析还没有指向本系统'
