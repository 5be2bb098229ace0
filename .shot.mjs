import { chromium } from '@playwright/test'
const base='http://localhost:3100'
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
for (const [name,opts] of [['light',{colorScheme:'light',viewport:{width:1280,height:900}}],['dark',{colorScheme:'dark',viewport:{width:1280,height:900}}],['phone',{colorScheme:'light',viewport:{width:390,height:844}}]]) {
  const c=await b.newContext({...opts,locale: name==='phone'?'nl-NL':'en-GB'}); const p=await c.newPage()
  p.on('console',m=>{ if(m.type()==='error') console.log(name,m.text())})
  const shot=async n=>p.screenshot({path:`/tmp/shots/${name}-${n}.png`,fullPage:true})
  await p.goto(base+'/'); await p.waitForTimeout(600); await shot('1start')
  await p.goto(base+'/launch'); await p.waitForTimeout(400); await shot('2bare')
  await p.goto(base+'/portal'); await p.waitForTimeout(1200); await shot('3portal-out')
  await p.goto(base+'/'); await p.locator('main form button').first().click(); await p.waitForTimeout(1500); await shot('4portal')
  await p.getByRole('button',{name:/(Open|Openen).*week 1/}).first().click(); await p.waitForTimeout(1500); await shot('5login')
  await p.fill('input[type=password]','wrong'); await p.fill('input[name=username]','x@y.nl'); await p.locator('button[type=submit]').first().click(); await p.waitForTimeout(600); await shot('6login-wrong')
  await p.fill('input[name=username]','marijke@demo.test'); await p.fill('input[type=password]','demo'); await p.locator('button[type=submit]').first().click(); await p.waitForURL('**/launch/app'); await p.waitForTimeout(2000); await shot('7app')
  await p.goto(base+'/portal'); await p.waitForTimeout(500)
  await p.goto(base+'/idp/logout'); await shot('8logout'); await p.locator('button[type=submit]').first().click(); await p.waitForTimeout(300)
  await p.goto(base+'/portal'); await p.waitForTimeout(800); await p.getByRole('button',{name:/(Open|Openen).*week 1/}).first().click(); await p.waitForTimeout(1000)
  await p.fill('input[name=username]','bram@demo.test'); await p.fill('input[type=password]','demo'); await p.locator('button[type=submit]').first().click(); await p.waitForTimeout(2000); await shot('9refused')
  await p.goto(base+'/oauth2/authorize?client_id=x'); await shot('a-page400')
  await p.goto(base+'/nosuch'); await p.waitForTimeout(400); await shot('b-404')
  await c.close()
}
await b.close()
