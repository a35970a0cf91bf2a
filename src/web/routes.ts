// Every page URL of the site.

import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('pages/home-page.tsx'),
  route('tracks', 'pages/tracks-page.tsx'),
  route('tracks/:id', 'pages/track-page.tsx'),
  route('cart', 'pages/cart-page.tsx'),
  route('checkout/success', 'pages/checkout-success-page.tsx'),
  route('checkout/cancelled', 'pages/checkout-cancelled-page.tsx'),
  route('my-tracks', 'pages/my-tracks-page.tsx'),
  route('artist-dashboard', 'pages/artist-dashboard-page.tsx'),
  route('login', 'pages/login-page.tsx'),
  route('register', 'pages/register-page.tsx'),
  route('logout', 'pages/logout-page.tsx'),
  route('copyright-policy', 'pages/copyright-policy-page.tsx'),
  route('*', 'pages/not-found-page.tsx'),
] satisfies RouteConfig
