# syntax=docker/dockerfile:1
# Slipway as an image: the final image contains none of the build tools. `npm run test:image` runs the same steps.
FROM node:24-bookworm-slim AS build
WORKDIR /slipway
COPY package.json package-lock.json .npmrc ./
# Packages run no install scripts (.npmrc), so nothing is compiled.
RUN npm ci --ignore-scripts
COPY instrumentation.ts next.config.js prisma.config.ts proxy.ts tsconfig.json ./
COPY bin ./bin
COPY scripts ./scripts
COPY prisma ./prisma
COPY lib ./lib
COPY server ./server
COPY components ./components
COPY app ./app
COPY public ./public
COPY samples ./samples
COPY docs ./docs
# Without a repository a build takes the commit that it is of from here: --build-arg SLIPWAY_COMMIT=$(git rev-parse --short HEAD)
ARG SLIPWAY_COMMIT
RUN npm run build
RUN npm run prune:production

FROM node:24-bookworm-slim
ENV NODE_ENV=production SLIPWAY_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FORMAT=json
WORKDIR /slipway
COPY --from=build /slipway/package.json /slipway/package-lock.json /slipway/next.config.js ./
COPY --from=build /slipway/node_modules ./node_modules
COPY --from=build /slipway/bin ./bin
# Of the scripts those that run the service; the others build and test it.
COPY --from=build /slipway/scripts/build.mjs /slipway/scripts/command.mjs /slipway/scripts/node.mjs /slipway/scripts/ready.mjs /slipway/scripts/start.mjs ./scripts/
COPY --from=build /slipway/prisma/migrations ./prisma/migrations
COPY --from=build /slipway/prisma/postgres/migrations ./prisma/postgres/migrations
# The initial data of a demo, if one is configured.
COPY --from=build /slipway/prisma/seed ./prisma/seed
COPY --from=build /slipway/public ./public
COPY --from=build /slipway/samples ./samples
COPY --from=build /slipway/docs ./docs
COPY --from=build /slipway/dist ./dist
COPY --from=build /slipway/.next ./.next
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=30s --retries=3 CMD ["node", "scripts/ready.mjs"]
CMD ["node", "scripts/start.mjs"]
