/** @jsxImportSource preact */
import { say } from '../../../src/words/words.ts'
import { ask } from '../../ask.ts'
import type { Rentals } from '../../view.ts'
import { Problem } from '../problem.tsx'
import { useAct } from './use-act.ts'

/** What WeChat does for a customer who agreed to it: it signs them in and reminds them, until they do not want it. */
export function WechatCard({ site, wechat }: { readonly site: string; readonly wechat: Rentals['wechat'] }) {
  const act = useAct()
  if (wechat === null) return null
  const change = (work: () => Promise<unknown>) =>
    void act.run(async () => {
      await work()
      location.reload()
    })
  const { reminders } = wechat
  return (
    <section class="card">
      <h2>{say('微信登录')}</h2>
      <p class="quiet">{say('在微信中打开本页时直接登录')}</p>
      <p class="quiet">{reminders ? say('提醒发到微信，微信收不到时发短信') : say('提醒发短信')}</p>
      <Problem text={act.problem} />
      <button
        type="button"
        class="second"
        disabled={act.busy}
        onClick={() => change(() => ask(site, 'wechatReminders', { on: !reminders }))}
      >
        {reminders ? say('改用短信提醒') : say('改用微信提醒')}
      </button>
      <button
        type="button"
        class="second"
        disabled={act.busy}
        onClick={() => change(() => ask(site, 'forgetWechat', {}))}
      >
        {say('解除微信登录')}
      </button>
    </section>
  )
}
