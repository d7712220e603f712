import { awaitsPhone, type QrState, qrState } from '@cheyi/domain/platform/session/qr'
import { useEffect, useEffectEvent, useState } from 'react'
import { calls, type OutputOf, send } from '../../../kernel/call/calls.ts'
import { listen } from '../../../kernel/call/listen.ts'

type Qr = OutputOf<typeof calls.qrLogin.create>
type Status = OutputOf<typeof calls.qrLogin.status>

export interface QrLogin {
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
export function useQrLogin(redirect: string | undefined, onToken: (token: string, redirect: string) => void): QrLogin {
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
