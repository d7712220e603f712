import './app-frame.css'
import '../show/tag.css'
import type { MouseEvent, ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import { Avatar, Badge } from '../show/tag.tsx'

export type NavItem = {
  key: string
  label: string
  /** Short name of two characters for the rail. */
  short?: string
  icon: IconName
  /** A real address, so that it can be opened in a new tab. */
  href: string
  badge?: number
}

type Select = (key: string) => void

/** Follows the link inside the app, unless the user wants a new tab or window. */
function follow(event: MouseEvent, key: string, onSelect: Select) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  onSelect(key)
}

export type TabBarProps = {
  /** The four tabs, fewer when the user lacks permissions. */
  items: readonly NavItem[]
  current: string
  onSelect: Select
  /** The filled button in the middle; undefined for users who may not create anything. */
  centre?: { label: string; onClick: () => void }
  /** The entry for all other pages, at the end. */
  rest?: { label: string; onClick: () => void }
}

/** The phone's bottom bar. */
export function TabBar({ items, current, onSelect, centre, rest }: TabBarProps) {
  const tabs = items.map((item) => (
    <a
      key={item.key}
      href={item.href}
      className="tab-bar-item"
      aria-current={item.key === current ? 'page' : undefined}
      onClick={(event) => follow(event, item.key, onSelect)}
    >
      <Icon name={item.icon} size={24} filled={item.key === current} />
      {item.label}
      {item.badge ? <Badge count={item.badge} /> : null}
    </a>
  ))
  if (rest) {
    tabs.push(
      <button key="rest" type="button" className="tab-bar-item" aria-haspopup="dialog" onClick={rest.onClick}>
        <Icon name="more" size={24} />
        {rest.label}
      </button>,
    )
  }
  if (centre) {
    tabs.splice(
      Math.ceil(tabs.length / 2),
      0,
      <button
        key="centre"
        type="button"
        className="tab-bar-item tab-bar-centre"
        aria-label={centre.label}
        onClick={centre.onClick}
      >
        <span>
          <Icon name="plus" size={24} />
        </span>
      </button>,
    )
  }
  return (
    <nav className="tab-bar" aria-label="主导航">
      {tabs}
    </nav>
  )
}

export type SideNavProps = {
  /** Sections of entries with a line between them. All fit a window of 800 px without scrolling. */
  sections: readonly (readonly NavItem[])[]
  current: string
  onSelect: Select
  /** The logo; the name beside it is shown from 1200 on. */
  logo: ReactNode
  name: string
  /** The store switch, from 1200 on. */
  store?: { name: string; note: string; onClick: () => void }
  user?: { name: string; note: string; onClick: () => void }
}

type SideNavItemProps = { item: NavItem; current: string; onSelect: Select }

const SideNavItem = ({ item, current, onSelect }: SideNavItemProps) => (
  <a
    href={item.href}
    className="side-nav-item"
    title={item.label}
    aria-current={item.key === current ? 'page' : undefined}
    onClick={(event) => follow(event, item.key, onSelect)}
  >
    <Icon name={item.icon} />
    <span className="side-nav-long">{item.label}</span>
    <span className="side-nav-short" aria-hidden="true">
      {item.short ?? item.label}
    </span>
    {item.badge ? <Badge count={item.badge} quiet /> : null}
  </a>
)

/** A rail of 64 from 768 on, a side column of 200 from 1200 on. */
export function SideNav({ sections, current, onSelect, logo, name, store, user }: SideNavProps) {
  return (
    <aside className="side-nav">
      <div className="side-nav-brand">
        {logo}
        <b>{name}</b>
      </div>
      {store && (
        <button type="button" className="side-nav-store" onClick={store.onClick}>
          <span>
            <b>{store.name}</b>
            <small>{store.note}</small>
          </span>
          <Icon name="chevron-down" size={16} />
        </button>
      )}
      <nav className="side-nav-items" aria-label="主导航">
        {sections.map((items) => (
          <div key={items[0]?.key} className="side-nav-section">
            {items.map((item) => (
              <SideNavItem key={item.key} {...{ item, current, onSelect }} />
            ))}
          </div>
        ))}
      </nav>
      {user && (
        <button type="button" className="side-nav-user" title={user.name} onClick={user.onClick}>
          <Avatar size={36}>{user.name.slice(0, 1)}</Avatar>
          <span className="side-nav-user-words">
            {user.name}
            <small>{user.note}</small>
          </span>
          <Icon name="gear" />
        </button>
      )}
    </aside>
  )
}
