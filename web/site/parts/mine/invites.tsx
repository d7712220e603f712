/** @jsxImportSource preact */
import { generate } from 'lean-qr'
import { useState } from 'preact/hooks'
import { say } from '../../../src/words/words.ts'
import { ask } from '../../ask.ts'
import type { Rentals } from '../../view.ts'
import { AsWritten } from '../as-written.tsx'
import { textOf } from '../code-fields.tsx'
import { Problem } from '../problem.tsx'
import { Line } from './trip-card.tsx'
import { useAct } from './use-act.ts'

interface CompanyInvites {
  readonly site: string
  readonly company: Rentals['invites'][number]
}

/** For a contact of a company: who may book for it, an invitation of a further colleague, and the end of one. */
export function InvitesCard({ site, company: { companyId, name, bookers } }: CompanyInvites) {
  const act = useAct()
  const change = (work: () => Promise<unknown>) =>
    void act.run(async () => {
      await work()
      location.reload()
    })
  return (
    <section class="card">
      <h2>
        {say('邀请同事')} <AsWritten text={name} />
      </h2>
      <p class="quiet">{say('受邀手机号验证后，可按协议价预订，费用由公司结算')}</p>
      {bookers.map(({ bookerId, name: person, mobile, ...booker }) => (
        <div key={bookerId}>
          <Line name={`${person} ${mobile}`} text={stateOf(booker)} />
          <button
            type="button"
            class="bare"
            aria-label={`${say('收回邀请')} ${person}`}
            disabled={act.busy}
            onClick={() => change(() => ask(site, 'endInvite', { bookerId }))}
          >
            {say('收回邀请')}
          </button>
        </div>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          const [mobile, untilOn] = [textOf(form, 'mobile'), textOf(form, 'untilOn')]
          const asked = { companyId, name: textOf(form, 'name'), mobile, ...(untilOn !== '' && { untilOn }) }
          change(() => ask(site, 'invite', asked))
        }}
      >
        <label>
          <span>{say('姓名')}</span>
          <input name="name" maxLength={30} autoComplete="off" required />
        </label>
        <label>
          <span>{say('手机号')}</span>
          <input type="tel" name="mobile" inputMode="tel" autoComplete="off" maxLength={20} required />
        </label>
        <label>
          <span>{say('有效期至（选填）')}</span>
          <input type="date" name="untilOn" />
        </label>
        <Problem text={act.problem} />
        <button type="submit" disabled={act.busy}>
          {say('发短信邀请')}
        </button>
      </form>
      <PageCode site={site} />
    </section>
  )
}

const stateOf = ({
  valid,
  untilOn,
}: Pick<CompanyInvites['company']['bookers'][number], 'valid' | 'untilOn'>): string => {
  if (!valid) return say('邀请已到期')
  return untilOn === null ? say('长期有效') : say('至 {date}', { date: untilOn })
}

/** The address of the SMS, for a colleague who stands beside. It opens nothing without the invited mobile. */
function PageCode({ site }: { readonly site: string }) {
  const [url, setUrl] = useState<string | null>(null)
  if (url === null)
    return (
      <button type="button" class="second" onClick={() => setUrl(new URL(`/s/${site}/mine`, location.href).href)}>
        {say('预订网址和二维码')}
      </button>
    )
  const draw = (canvas: HTMLCanvasElement | null) => {
    if (canvas !== null) generate(url).toCanvas(canvas, { on: [0, 0, 0], off: [255, 255, 255] })
  }
  return (
    <>
      <canvas
        ref={draw}
        style={{ width: '180px', imageRendering: 'pixelated' }}
        role="img"
        aria-label={say('预订网址和二维码')}
      />
      <p class="quiet">{url}</p>
    </>
  )
}
