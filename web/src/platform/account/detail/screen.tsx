import { formatNear } from '@cheyi/domain/near'
import { isInvited } from '@cheyi/domain/platform/account/codes'
import { ask, calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go, goBack } from '../../../kernel/page/router.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { Answer, Page, page, useAnswers } from '../../../page/page.tsx'
import { driverScreens } from '../../../rental/driver/screens.ts'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, Cell, Grow, MainButton, Note, Row } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { sessionScreens } from '../../session/screens.ts'
import { loginWords, scopeWords, statusTag, toneOf, useInvitation, useStatus } from '../parts/account-words.ts'
import { accountScreens } from '../screens.ts'
import type { Verb } from './more-sheet.tsx'

const back = () => goBack(accountScreens.list.path)

/** An employee: personal data, permissions, and sessions. */
export default page(accountScreens.detail, ({ id }) => {
  const [account] = useAnswers(ask(calls.account.detail, { id }))
  const { name, mobile, roles, isDriver, status } = account
  const mayEdit = useMay('account.edit')
  const now = useNow()
  const { toggle } = useStatus()
  const reset = useWrite(calls.account.resetPassword)
  const remove = useWrite(calls.account.remove)
  const invited = isInvited(status)
  const tag = statusTag(account, now)
  const invitation = useInvitation()
  const reach = useReach()
  const tasks = isDriver && linkTo(reach, driverScreens.tasks, { accountId: id })
  const editable = mayEdit && account.protection !== 'beyond'

  async function act(key: Verb) {
    if (key === 'status') await toggle(account)
    if (key === 'resend') await invitation.resend(account)
    if (key === 'withdraw' && (await invitation.withdraw(account))) back()
    if (key === 'reset') {
      const sure = await confirm({
        title: `重置 ${name} 的密码`,
        body: '原密码失效，所有设备退出登录；本人会收到短信，用验证码登录后设置新密码。同时任职其他商家的员工须本人重置',
        confirm: '重置密码',
        danger: true,
      })
      if (sure && (await reset.run({ id }))) feedback.toast('密码已重置，已发短信通知本人')
    }
    if (key === 'remove') {
      const sure = await confirm({
        title: `删除 ${name}`,
        body: '该员工将立即退出登录，经手的记录保留；以后可以重新邀请',
        confirm: '删除',
        danger: true,
      })
      if (sure && (await remove.run({ id }))) {
        feedback.toast(`${name} 已删除`)
        back()
      }
    }
  }
  async function more() {
    const key = await open(() => import('./more-sheet.tsx'), { id })
    if (key) await act(key)
  }
  return (
    <Page
      right={editable && <NavAction onClick={() => void more()}>更多</NavAction>}
      footer={
        editable && (
          <ActionBar>
            <MainButton onClick={() => go(accountScreens.edit, { id })}>编辑</MainButton>
          </ActionBar>
        )
      }
    >
      <Card pad>
        <Row gap={12}>
          <Avatar tone={toneOf(account)}>{name.slice(0, 1)}</Avatar>
          <Grow>
            <Row as="h2" gap={[4, 8]} wrap size="xl">
              {name}
              {account.protection === 'owner' && <Tag tone="warning">主账号</Tag>}
              {isDriver && <Tag>司机</Tag>}
              {tag && <Tag tone={tag.tone}>{tag.text}</Tag>}
            </Row>
            <Note num>{mobile}</Note>
          </Grow>
        </Row>
      </Card>
      <Card pad title="角色与数据范围">
        <KeyValue
          rows={[
            { label: '角色', value: roles.map((role) => role.name).join('、') || '没有角色' },
            { label: '数据范围', value: scopeWords(account) },
          ]}
        />
      </Card>
      <Card pad title="资料">
        <KeyValue
          rows={[
            { label: '工号', value: account.jobNo || '未填写' },
            ...(isDriver
              ? [
                  { label: '驾驶证号', value: account.driverLicenceNo || '未填写' },
                  { label: '驾驶证有效期', value: account.driverLicenceExpireOn ?? '未填写' },
                ]
              : []),
            { label: invited ? '邀请' : '最近登录', value: loginWords(account, now) },
            ...(invited ? [{ label: '在哪里确认', value: `${location.origin}${sessionScreens.join.path}` }] : []),
            { label: invited ? '邀请时间' : '加入时间', value: formatNear(account.createdAt, now) },
            { label: '备注', value: account.remark || '无' },
          ]}
        />
      </Card>
      {tasks && (
        <Card>
          <Cell label="取送任务" note="派给这位司机的送车和取车" {...tasks} />
        </Card>
      )}
      {editable && !invited && <DevicesCard id={id} name={name} />}
    </Page>
  )
})

/** The sessions of an employee with this merchant; each can be ended. */
function DevicesCard({ id, name }: { id: string; name: string }) {
  const now = useNow()
  const devices = useRead(calls.session.devices, { accountId: id })
  const end = useWrite(calls.session.endSession)

  async function sendOff(sessionId: string, device: string) {
    const sure = await confirm({
      title: '强制下线',
      body: `${name} 在「${device}」上将立即退出登录`,
      confirm: '强制下线',
      danger: true,
    })
    if (sure) await end.run({ sessionId })
  }
  return (
    <Answer of={devices}>
      {({ list }) => (
        <Card title={`登录设备 ${list.length}`}>
          {list.length === 0 && <Cell label="当前没有登录的设备" />}
          {list.map(({ id: sessionId, device, ip, lastSeenAt, current }) => (
            <Cell
              key={sessionId}
              label={device}
              note={<span className="num">{`${formatNear(lastSeenAt, now)} · ${ip}`}</span>}
              extra={
                current ? (
                  <Tag tone="success">本机</Tag>
                ) : (
                  <Button size="s" variant="danger" onClick={() => void sendOff(sessionId, device)}>
                    强制下线
                  </Button>
                )
              }
            />
          ))}
        </Card>
      )}
    </Answer>
  )
}
