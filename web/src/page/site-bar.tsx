import './site-bar.css'
import { useEffect } from 'react'
import { Icon } from '../ui/icon.tsx'
import { isTranslated, say } from '../words/words.ts'
import { useSiteOfLink } from './site-of-link.ts'

/**
 * Above the page of a link: the bar of the merchant's booking page while it is open, with the way back to the rental; the way back alone
 * while it is closed. Buttons have the merchant's colour while it is open, which is dark enough for their white text.
 */
export function SiteBar() {
  const { path = null, site = null } = useSiteOfLink() ?? {}
  const colour = site?.colour
  useEffect(() => {
    if (colour === undefined) return
    const { style } = document.documentElement
    style.setProperty('--brand', colour)
    return () => void style.removeProperty('--brand')
  }, [colour])
  if (path === null) return null
  if (site === null)
    return (
      <a className="button button-text button-m" href={path}>
        {say('我的租车')}
      </a>
    )
  return (
    <div className="site-bar" style={{ background: site.colour }}>
      <a className="site-brand" href={site.home}>
        {site.logo !== null && <img src={site.logo} alt="" width={32} height={32} />}
        <span lang={isTranslated() ? 'zh-CN' : undefined}>{site.name}</span>
      </a>
      {site.phone !== '' && (
        <a href={`tel:${site.phone}`} aria-label={`${say('拨打电话')} ${site.phone}`}>
          <Icon name="phone" />
        </a>
      )}
      <a href={path}>{say('我的租车')}</a>
    </div>
  )
}
