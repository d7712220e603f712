import { Suspense, useState } from 'react'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { loadUser } from '../../../kernel/user.ts'
import { confirm } from '../../../page/open.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { Box, Button, Card, Cell, Grid, MainButton, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { sessionScreens } from '../screens.ts'
import './second-factor.css'
import { secondFactorConfirm } from '../../../form/calls/second-factor-confirm.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { QrCode } from '../../../ui/media/later.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { figures, SignInput } from '../parts/sign-input.tsx'

const FEW = 3

/** The user's own second factor: enable it with an app, move it to another phone, renew its recovery codes, disable it. */
export default page(sessionScreens.secondFactor, () => {
  const [state] = useAnswers(ask(calls.secondFactor.state, {}, { freshFor: 0 }))
  const [shown, setShown] = useState<{ secret: string; uri: string } | null>(null)
  const [recovery, setRecovery] = useState<readonly string[] | null>(null)
  const begin = useWrite(calls.secondFactor.begin)
  const disable = useWrite(calls.secondFactor.disable, { onDone: () => void loadUser() })
  const renew = useWrite(calls.secondFactor.renewRecovery)

  const { on, required, since, recoveryLeft } = state

  const enrol = async () => setShown(await begin.run({}))
  async function switchOff() {
    const sure = await confirm({
      title: '关闭两步验证',
      body: required
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
  if (recovery !== null) {
    return (
      <Page>
        <RecoveryCodes codes={recovery} onDone={() => setRecovery(null)} />
      </Page>
    )
  }
  if (shown !== null) {
    return (
      <Page onBack={() => setShown(null)}>
        <Enrol
          {...shown}
          onDone={(codes) => {
            setShown(null)
            setRecovery(codes)
            void loadUser()
          }}
        />
      </Page>
    )
  }
  return (
    <Page>
      {required && !on && <Notice>您的账号须开启两步验证，开启后才能继续使用</Notice>}
      {on && recoveryLeft < FEW && <Notice>恢复码只剩 {recoveryLeft} 枚，请重新生成</Notice>}
      <Card pad>
        {on ? (
          <KeyValue
            rows={[
              { label: '状态', value: '已开启' },
              { label: '开启时间', value: <span className="num">{since === null ? '' : momentText(since)}</span> },
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
        <MainButton loading={begin.pending} onClick={() => void enrol()}>
          开启两步验证
        </MainButton>
      )}
    </Page>
  )
})

/** Shown only once: a user who loses the phone signs in with one of these codes. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast('已复制恢复码')
    } catch {
      toast('复制失败，请手动抄写', { error: true })
    }
  }
  return (
    <>
      <Notice>恢复码只显示这一次，请抄写或保存在安全的地方。手机不在身边时，每枚可代替验证码登录一次</Notice>
      <Card pad title="恢复码">
        <Grid as="ul" columns={2} gap={[8, 16]} className="factor-codes num" aria-label="恢复码">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Grid>
      </Card>
      <Stack gap={12}>
        <Button variant="outline" size="l" block onClick={() => void copy()}>
          复制全部
        </Button>
        <MainButton onClick={onDone}>已保存好</MainButton>
      </Stack>
    </>
  )
}

interface EnrolProps {
  secret: string
  uri: string
  onDone: (recoveryCodes: readonly string[]) => void
}

/** The secret as a QR code and as text; a first code proves that the authenticator app has it. */
function Enrol({ secret, uri, onDone }: EnrolProps) {
  const form = useEntry(secondFactorConfirm, { onSent: ({ recoveryCodes }) => onDone(recoveryCodes) })
  return (
    <Stack as="form" gap={12} ref={form.frame} onSubmit={form.submit} noValidate>
      <Card pad title="1. 用身份验证器应用扫码">
        <Suspense fallback={<div className="factor-qr" />}>
          <div className="factor-qr">
            <QrCode text={uri} label="两步验证密钥二维码" />
          </div>
        </Suspense>
        <Note>不能扫码时，在应用中手动输入密钥</Note>
        <Box as="code" top={4} className="factor-secret num">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Box>
      </Card>
      <Card pad title="2. 输入应用显示的验证码">
        <SignInput
          of={form.fields.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="6位验证码"
          className="num"
          maxLength={6}
          read={figures}
        />
      </Card>
      <MainButton type="submit" loading={form.pending}>
        确认开启
      </MainButton>
    </Stack>
  )
}
