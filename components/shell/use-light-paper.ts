// Paper is white: a page in the dark scheme is printed in the light one, or its pale text would stand on nothing.
'use client'

import { useEffect } from 'react'

/** To be called once on a page. */
export function useLightPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let onScreen = dataset['mantineColorScheme']
    const printing = () => {
      onScreen = dataset['mantineColorScheme']
      dataset['mantineColorScheme'] = 'light'
    }
    const printed = () => {
      if (onScreen) dataset['mantineColorScheme'] = onScreen
    }
    window.addEventListener('beforeprint', printing)
    window.addEventListener('afterprint', printed)
    return () => {
      window.removeEventListener('beforeprint', printing)
      window.removeEventListener('afterprint', printed)
    }
  }, [])
}
