import { awaitsPhone, type QrState, qrState } from '@cheyi/domain/platform/session/qr'
import { useEffect, useEffectEvent, useState } from 'react'
import { calls, type OutputOf, send } from '../../../kernel/call/calls.ts'
import { listen } from '../../../kernel/call/listen.ts'

type Qr = OutputOf<typeof calls.qrLogin.create>
type Status = OutputOf<typeof calls.qrLogin.status>

export interface QrLogin {
  /** null while there is none: it is being made, or could not be. */
  readonly qr: Qr | null
  readonly state: QrState
  /** Seconds it is still good for. */
  readonly left: number
  readonly failed: boolean
  readonly restart: () => void
}

/** Longer than the server holds an answer back. */
const PATIENCE = 30_000
const PAUSE = 2_000

/** Shows a code and follows it until it is confirmed: by events, and where those do not come through by long polls. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round shows another code.
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
