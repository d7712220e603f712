import './minapp-login.css'
import {
  awaitsPhone,
  isQrExpired,
  isQrRefused,
  isQrScanned,
  type QrState,
  qrState,
} from '@cheyi/domain/platform/session/qr'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { calls, type OutputOf, send } from '../../../kernel/call/calls.ts'
import { listen } from '../../../kernel/call/listen.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { goTo, safePath } from '../../../kernel/page/router.ts'
import { setToken } from '../../../kernel/token.ts'
import { Logo } from '../../../ui/frame/app-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Button, Stack, Text } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'
import { sessionScreens } from '../screens.ts'

/** Signs in with a phone that is already signed in: the phone scans the QR code and confirms. */
export default function MinappLogin() {
  const { redirect } = useScreen(sessionScreens.minappLogin)
  const { qr, state, left, failed, restart } = useQrLogin(redirect, (token, to) => {
    setToken(token)
    goTo(safePath(to), { replace: true, force: true })
  })
  const over = failed || isQrExpired(state) || isQrRefused(state)
  return (
    <Stack align="center" text="center" className="qr-login">
      <Logo size={56} />
      <Text as="h1" top={16} size="display">
        扫码登录
      </Text>
      <Text as="p" top={8} ink={2}>
        用已登录车驿的手机扫描二维码
      </Text>
      <div className="qr-login-box">
        <Suspense fallback={null}>{qr && <QrCode text={location.origin + qr.qrText} label="登录二维码" />}</Suspense>
        {isQrScanned(state) && (
          <Stack gap={12} pad={16} align="center" justify="center" fill="surface" className="qr-login-cover">
            <Icon name="check" size={24} />
            <strong>已扫码，请在手机上确认</strong>
          </Stack>
        )}
        {over && (
          <Stack
            gap={12}
            pad={16}
            align="center"
            justify="center"
            fill="surface"
            className="qr-login-cover"
            role="alert"
          >
            <strong>
              {failed ? '二维码没有加载出来' : isQrRefused(state) ? '已在手机上拒绝登录' : '二维码已失效，请刷新'}
            </strong>
            <Button variant="primary" icon="refresh" onClick={restart}>
              刷新
            </Button>
          </Stack>
        )}
      </div>
      <Text as="p" top={16} high={24} ink={2} num aria-live="polite">
        {over
          ? ' '
          : isQrScanned(state)
            ? '已扫码请确认'
            : !awaitsPhone(state)
              ? '正在登录'
              : qr
                ? `待扫码 · ${left}秒后失效`
                : '正在生成'}
      </Text>
      <Box as={Link} pad={12} top={12} ink="link" to={sessionScreens.login} with={{ redirect }}>
        用手机号登录
      </Box>
    </Stack>
  )
}

type Qr = OutputOf<typeof calls.qrLogin.create>
type Status = OutputOf<typeof calls.qrLogin.status>

interface QrLogin {
  /** null while the code is being created, and after that failed. */
  readonly qr: Qr | null
  readonly state: QrState
  /** Seconds until the code expires. */
  readonly left: number
  readonly failed: boolean
  readonly restart: () => void
}

/** Timeout of a long poll in ms, longer than the server delays its response. */
const PATIENCE = 30_000
const PAUSE = 2_000

/** Shows a QR code and follows its state until it is confirmed: by live events, or by long polls if events do not arrive. */
function useQrLogin(redirect: string | undefined, onToken: (token: string, redirect: string) => void): QrLogin {
  const [round, setRound] = useState(0)
  const [qr, setQr] = useState<Qr | null>(null)
  const [state, setState] = useState<QrState>(qrState.created)
  const [left, setLeft] = useState(0)
  const [failed, setFailed] = useState(false)
  const arrived = useEffectEvent((status: Status) => {
    setState(status.state)
    if (status.token !== null) onToken(status.token, status.redirect)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round requests a new code.
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const ask = (of: Qr, known?: QrState) =>
      send(
        calls.qrLogin.status,
        { qrId: of.qrId, known },
        { headers: { 'x-qr-secret': of.pollSecret }, patience: PATIENCE, signal },
      )
    async function follow(of: Qr): Promise<void> {
      let known: QrState = qrState.created
      const onEvent = (data: unknown) => {
        known = (data as { state: QrState }).state
        setState(known)
      }
      await listen(`/api/login/v1/qr/events?qrId=${of.qrId}`, { 'x-qr-secret': of.pollSecret }, signal, onEvent).catch(
        () => undefined,
      )
      while (!signal.aborted) {
        try {
          const status: Status = await ask(of, awaitsPhone(known) ? known : undefined)
          known = status.state
          arrived(status)
          if (!awaitsPhone(known)) return
        } catch {
          await new Promise((resolve) => setTimeout(resolve, PAUSE))
        }
      }
    }
    setQr(null)
    setFailed(false)
    setState(qrState.created)
    send(calls.qrLogin.create, { redirect }, { signal }).then(
      (made) => {
        setQr(made)
        setLeft(made.expireIn)
        void follow(made)
      },
      () => !signal.aborted && setFailed(true),
    )
    return () => stop.abort()
  }, [round, redirect])

  useEffect(() => {
    if (qr === null) return
    const end = performance.now() + qr.expireIn * 1000
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) setState((before) => (awaitsPhone(before) ? qrState.expired : before))
    }, 500)
    return () => clearInterval(timer)
  }, [qr])

  return { qr, state, left, failed, restart: () => setRound((before) => before + 1) }
}
