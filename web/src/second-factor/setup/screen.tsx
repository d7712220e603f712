import { formatDateTime } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import { goBack } from '../../kernel/router.ts'
import { loadUser } from '../../kernel/user.ts'
import { confirm } from '../../page/confirm.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Cell } from '../../ui/cell.tsx'
import { LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { KeyValue } from '../../ui/rows.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { Enrol } from './enrol.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const FEW = 3

/** One's own second factor: switched on with an app, moved to another phone, its recovery codes, switched off. */
export default function SecondFactor() {
  const state = useRead(calls.secondFactor.state, {}, { freshFor: 0 })
  const [shown, setShown] = useState<{ secret: string; uri: string } | null>(null)
  const [recovery, setRecovery] = useState<readonly string[] | null>(null)
  const begin = useWrite(calls.secondFactor.begin)
  const disable = useWrite(calls.secondFactor.disable, { onDone: () => void loadUser() })
  const renew = useWrite(calls.secondFactor.renewRecovery)

  const enrol = async () => setShown(await begin.run({}))
  async function switchOff() {
    const sure = await confirm({
      title: '关闭两步验证',
      body: state.data?.required
        ? '您的账号须开启两步验证：关闭后，重新开启前不能使用其他功能'
        : '关闭后，凭密码或短信验证码即可登录，恢复码也一并失效',
      confirm: '关闭',
      danger: true,
    })
    if (sure && (await disable.run({}))) toast('已关闭两步验证')
  }
  async function renewCodes() {
    const sure = await confirm({ title: '重新生成恢复码', body: '原有恢复码将全部失效', confirm: '重新生成' })
    if (!sure) return
    const renewed = await renew.run({})
    if (renewed) setRecovery(renewed.recoveryCodes)
  }
  const bar = <NavBar title="两步验证" onBack={() => goBack('/profile')} />
  if (state.isPending || state.error) {
    return (
      <PageFrame header={bar} narrow>
        {state.error ? <LoadError onRetry={() => void state.refetch()} /> : <Skeleton shape="rows" cards={1} />}
      </PageFrame>
    )
  }
  if (recovery !== null) {
    return (
      <PageFrame header={bar} narrow>
        <RecoveryCodes codes={recovery} onDone={() => setRecovery(null)} />
      </PageFrame>
    )
  }
  if (shown !== null) {
    return (
      <PageFrame header={<NavBar title="两步验证" onBack={() => setShown(null)} />} narrow>
        <Enrol
          {...shown}
          onDone={(codes) => {
            setShown(null)
            setRecovery(codes)
            void loadUser()
          }}
        />
      </PageFrame>
    )
  }
  const { on, required, since, recoveryLeft } = state.data
  return (
    <PageFrame header={bar} narrow>
      {required && !on && <Notice>您的账号须开启两步验证，开启后才能继续使用</Notice>}
      {on && recoveryLeft < FEW && <Notice>恢复码只剩 {recoveryLeft} 枚，请重新生成</Notice>}
      <Card pad>
        {on ? (
          <KeyValue
            rows={[
              { label: '状态', value: '已开启' },
              { label: '开启时间', value: <span className="num">{since === null ? '' : formatDateTime(since)}</span> },
              { label: '可用恢复码', value: <span className="num">{`${recoveryLeft} 枚`}</span> },
            ]}
          />
        ) : (
          <p>
            开启后，登录时除密码或短信验证码外，还要输入身份验证器应用（如微信小程序「腾讯身份验证器」、Microsoft
            Authenticator）显示的6位验证码。即使密码泄露，他人也无法登录。
          </p>
        )}
      </Card>
      {on ? (
        <Card>
          <Cell label="更换手机或应用" onClick={() => void enrol()} />
          <Cell label="重新生成恢复码" onClick={() => void renewCodes()} />
          <Cell label="关闭两步验证" onClick={() => void switchOff()} />
        </Card>
      ) : (
        <Button variant="primary" size="l" block loading={begin.pending} onClick={() => void enrol()}>
          开启两步验证
        </Button>
      )}
    </PageFrame>
  )
}
