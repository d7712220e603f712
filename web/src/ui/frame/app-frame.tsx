import './app-frame.css'
import '../show/tag.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

/** The whole window: side navigation from 768 on, tab bar on smaller windows, and the page. */
export function AppFrame({ side, tabs, children }: { side?: ReactNode; tabs?: ReactNode; children: ReactNode }) {
  return (
    <div className={cx('app-frame', side !== undefined && 'app-frame-sided')}>
      {side !== undefined && (
        <a className="skip-link" href="#content">
          跳到内容
        </a>
      )}
      {side}
      <main id="content" tabIndex={-1} className="app-frame-page">
        {children}
      </main>
      {tabs}
    </div>
  )
}

/** The product's mark on a cobalt square. */
export function Logo({ size = 32 }: { size?: 32 | 56 }) {
  return (
    <svg className={`logo logo-${size}`} viewBox="0 0 56 56" role="img" aria-label="车驿">
      <rect width="56" height="56" rx="16" fill="var(--c-primary)" />
      <g fill="none" stroke="#fff" strokeWidth="3.4" strokeLinecap="round">
        <path d="M13 33.500c0-3.6 1.7-5.5 5.3-6.200l3-.6c3-4.7 6.3-6.9 11-6.900h1.200c4.3 0 7.5 2 10 6.2" />
        <path d="M13 36.500h30" opacity=".45" />
      </g>
      <circle cx="21" cy="36.5" r="4.2" fill="#fff" />
      <circle cx="36" cy="36.5" r="4.2" fill="#fff" />
    </svg>
  )
}
